{{/* What servers and workers have in common: no root user, a read-only image. Called with list . "api". */}}
{{- define "silhouette.pod" -}}
{{- $kind := . }}
{{- with first . -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- if .Values.spread }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "silhouette.selector" $kind | nindent 8 }}
  {{- end }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{- define "silhouette.podMetadata" -}}
labels: {{- include "silhouette.selector" . | nindent 2 }}
{{- with (first .).Values.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Called with list . and the name of the Secret. */}}
{{- define "silhouette.container" -}}
{{- $secret := last . }}
{{- with first . -}}
image: {{ include "silhouette.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.ca.configMap }}
  - { name: ca, mountPath: /etc/silhouette/ca, readOnly: true }
  {{- end }}
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $secret }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
{{- end }}
{{- end }}

{{/* All but the data. */}}
{{- define "silhouette.volumes" -}}
- name: tmp
  emptyDir: {}
{{- if .Values.ca.configMap }}
- name: ca
  configMap: { name: {{ .Values.ca.configMap }} }
{{- end }}
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Called with list . and what a kind of pod adds, or has instead. Each name once: a server-side apply refuses two of a name.
Helm reads numbers as floats, and would write 20971520 as 2.097152e+07.
*/}}
{{- define "silhouette.settings" -}}
{{- $own := last . }}
{{- with first . }}
{{- if eq .Values.mode "fleet" }}
{{- $_ := set $own "ENGINE" "queue" }}
{{- end }}
{{- if .Values.ca.configMap }}
{{- $_ := set $own "NODE_EXTRA_CA_CERTS" (printf "/etc/silhouette/ca/%s" .Values.ca.key) }}
{{- end }}
{{- range $name, $value := merge $own .Values.settings }}
- { name: {{ $name }}, value: {{ ternary (int64 $value) $value (kindIs "float64" $value) | quote }} }
{{- end }}
{{- end }}
{{- end }}
