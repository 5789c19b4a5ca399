{{- define "plyd.name" -}}
{{- $name := ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) (contains .Chart.Name .Release.Name) -}}
{{- $name | trunc 63 | trimSuffix "-" -}}
{{- end }}

{{- define "plyd.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plyd.labels" -}}
{{ include "plyd.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* The pods that take work from a queue. They have another name, so that the Service does not select them. */}}
{{- define "plyd.queue" -}}
{{- printf "%s-queue" (include "plyd.name" . | trunc 57) -}}
{{- end }}

{{- define "plyd.queueSelector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}-queue
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plyd.queueLabels" -}}
{{ include "plyd.queueSelector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Named pods of named namespaces, for a network policy. */}}
{{- define "plyd.peers" -}}
{{- range . }}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ .namespace }}
  podSelector:
    matchLabels:
      {{- toYaml .podLabels | nindent 6 }}
{{- end }}
{{- end }}

{{- define "plyd.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end }}

{{/* What stopping may take: the delay, the grace time, and a margin for the last answers. Nothing is ever killed. */}}
{{- define "plyd.stopSeconds" -}}
{{- $delay := int64 (default 0 .Values.config.PLYD_DRAIN_DELAY_MS) -}}
{{- $grace := int64 (default 8000 .Values.config.PLYD_GRACE_MS) -}}
{{- if le $grace (int64 (default 10000 .Values.config.PLYD_MAX_TIME_MS)) -}}
{{- fail "config.PLYD_GRACE_MS must be longer than config.PLYD_MAX_TIME_MS, or a stopping pod cuts searches short" -}}
{{- end -}}
{{- add (div (add $delay $grace 999) 1000) 8 -}}
{{- end }}

{{/* What a review may take, and some time for the answer. */}}
{{- define "plyd.reviewSeconds" -}}
{{- add (div (add (mul 2 (int64 (default 120000 .Values.config.PLYD_MAX_REVIEW_MS))) 999) 1000) 10 -}}
{{- end }}
