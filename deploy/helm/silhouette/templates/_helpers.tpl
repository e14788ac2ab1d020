{{- define "silhouette.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}-silhouette
{{- end }}

{{- define "silhouette.labels" -}}
app.kubernetes.io/name: silhouette
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* The pods of one kind: list . "api". */}}
{{- define "silhouette.selector" -}}
{{- include "silhouette.labels" (first .) }}
app.kubernetes.io/component: {{ last . }}
{{- end }}

{{- define "silhouette.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* What a schema cannot compare. */}}
{{- define "silhouette.checked" -}}
{{- range $name, $range := dict "api.autoscaling" .Values.api.autoscaling "worker.keda" .Values.worker.keda }}
{{- if gt (int $range.minReplicas) (int $range.maxReplicas) }}
{{- fail (printf "%s.minReplicas (%v) is more than its maxReplicas (%v)" $name $range.minReplicas $range.maxReplicas) }}
{{- end }}
{{- end }}
{{- end }}
