{{- define "silhouette.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}-silhouette
{{- end }}

{{- define "silhouette.labels" -}}
app.kubernetes.io/name: silhouette
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "silhouette.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What servers and workers have in common: no root user, a read-only image. */}}
{{- define "silhouette.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "silhouette.container" -}}
image: {{ include "silhouette.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- with .Values.existingSecret }}
envFrom:
  - secretRef: { name: {{ . }} }
{{- end }}
{{- end }}

{{- define "silhouette.settings" -}}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- if eq .Values.mode "fleet" }}
- { name: ENGINE, value: queue }
{{- end }}
{{- end }}
