{{- define "latchkey.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "latchkey.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "latchkey.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "latchkey.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Labels of all pods of a release. */}}
{{- define "latchkey.releaseSelector" -}}
app.kubernetes.io/name: {{ include "latchkey.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Labels of the pods of one component: (list $ "auth"). They cannot be changed later. */}}
{{- define "latchkey.selector" -}}
{{ include "latchkey.releaseSelector" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{/* Labels of an object: (list $) or (list $ "auth"). */}}
{{- define "latchkey.labels" -}}
{{- $root := index . 0 -}}
{{ include "latchkey.releaseSelector" $root }}
{{- if gt (len .) 1 }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}
app.kubernetes.io/part-of: latchkey
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* The image of a component: (list $ "auth"). */}}
{{- define "latchkey.image" -}}
{{- $root := index . 0 -}}
{{- $image := (index $root.Values (index . 1)).image -}}
{{- $repository := ternary $image.repository (printf "%s/%s" $root.Values.images.registry $image.repository) (empty $root.Values.images.registry) -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default $root.Chart.AppVersion $root.Values.images.tag) -}}
{{- end -}}
{{- end -}}

{{/* The image of Caddy, which comes from its own registry. */}}
{{- define "latchkey.caddyImage" -}}
{{- with .Values.caddy.image -}}
{{- if .digest -}}
{{- printf "%s@%s" .repository .digest -}}
{{- else -}}
{{- printf "%s:%s" .repository .tag -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A setting as the product reads it. YAML takes on and off for booleans, and large numbers for floating ones. */}}
{{- define "latchkey.settingValue" -}}
{{- if kindIs "bool" . -}}
{{- ternary "on" "off" . -}}
{{- else if kindIs "float64" . -}}
{{- int64 . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{/* The plain settings of a component: (list $ "auth"). Its own come over those of both; `merge` would drop false and 0. */}}
{{- define "latchkey.settings" -}}
{{- $root := index . 0 -}}
{{- $all := dict -}}
{{- range $settings := list $root.Values.settings (index $root.Values (index . 1)).settings -}}
{{- range $name, $value := $settings -}}
{{- $_ := set $all $name $value -}}
{{- end -}}
{{- end -}}
NODE_ENV: production
MANAGEMENT_PORT: "3000"
AUTH_PORT: "3001"
METRICS_PORT: "9464"
{{- range $name, $value := $all }}
{{ $name }}: {{ include "latchkey.settingValue" $value | quote }}
{{- end }}
{{- end -}}

{{/* A variable from a Secret: (list $ "DATABASE_URL" "required" or "optional"). */}}
{{- define "latchkey.secretVariable" -}}
{{- $root := index . 0 -}}
{{- $variable := index . 1 -}}
{{- $place := default (dict) (index $root.Values.secrets.overrides $variable) -}}
- name: {{ $variable }}
  valueFrom:
    secretKeyRef:
      name: {{ default $root.Values.secrets.name $place.name }}
      key: {{ default $variable $place.key }}
      {{- if eq (index . 2) "optional" }}
      optional: true
      {{- end }}
{{- end -}}

{{/* The settings of a component that are secret. */}}
{{- define "latchkey.secretVariables" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $required := list "DATABASE_URL" "MASTER_KEY" -}}
{{- $optional := list -}}
{{- if eq $component "management" -}}
{{- $required = append $required "SMTP_URL" -}}
{{- $optional = list
  "BOOTSTRAP_API_KEY"
  "PLATFORM_KEY"
  "REDIS_URL"
  "SMS_TWILIO_AUTH_TOKEN"
  "SMS_WEBHOOK_SECRET"
  "DNS_RFC2136_KEY_SECRET"
  "DNS_POWERDNS_API_KEY"
  "DNS_CLOUDFLARE_TOKEN"
  "DNS_ROUTE53_ACCESS_KEY_ID"
  "DNS_ROUTE53_SECRET_ACCESS_KEY"
-}}
{{- end -}}
{{- range $required }}
{{ include "latchkey.secretVariable" (list $root . "required") }}
{{- end }}
{{- range $optional }}
{{ include "latchkey.secretVariable" (list $root . "optional") }}
{{- end }}
{{- end -}}

{{/* The most pods of a component that are wanted at a time. */}}
{{- define "latchkey.maxReplicas" -}}
{{- $component := index (index . 0).Values (index . 1) -}}
{{- ternary $component.autoscaling.maxReplicas $component.replicas $component.autoscaling.enabled -}}
{{- end -}}

{{/*
The most connections of a component. While pods are replaced, as many as are wanted may be ending, and one comes on top.
*/}}
{{- define "latchkey.connectionsOf" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $pool := coalesce (index $root.Values $component).settings.DATABASE_POOL_SIZE $root.Values.settings.DATABASE_POOL_SIZE 10 | int -}}
{{- $queue := ternary $root.Values.database.queueConnections 0 (eq $component "management") | int -}}
{{- mul (add 1 (mul 2 (include "latchkey.maxReplicas" . | int))) (add $pool $queue) -}}
{{- end -}}

{{/* Of all: 2 for the migration, and 3 that PostgreSQL reserves. */}}
{{- define "latchkey.connections" -}}
{{- add (include "latchkey.connectionsOf" (list . "management")) (include "latchkey.connectionsOf" (list . "auth")) 2 3 -}}
{{- end -}}

{{- define "latchkey.checkConnections" -}}
{{- $needed := include "latchkey.connections" . | int -}}
{{- $most := .Values.database.maxConnections | int -}}
{{- if and $most (gt $needed $most) -}}
{{- fail (printf "These replicas need up to %d connections; database.maxConnections is %d. Raise max_connections of PostgreSQL and database.maxConnections, or lower replicas or settings.DATABASE_POOL_SIZE. docs/deployment.md has the sum." $needed $most) -}}
{{- end -}}
{{- end -}}

{{/* The host of MANAGEMENT_URL. */}}
{{- define "latchkey.managementHost" -}}
{{- (urlParse .Values.settings.MANAGEMENT_URL).hostname -}}
{{- end -}}

{{/* Paths that are served to the outside. /metrics, /healthz, /readyz and /tls/ask are not among them. */}}
{{- define "latchkey.paths" -}}
{{- if eq . "management" -}}
- { path: /v1, type: Prefix }
- { path: /openapi.json, type: Exact }
- { path: /docs, type: Prefix }
- { path: /problems, type: Prefix }
{{- else -}}
- { path: /, type: Exact }
- { path: /.well-known, type: Prefix }
- { path: /connect, type: Prefix }
- { path: /sign-in, type: Prefix }
- { path: /account, type: Prefix }
- { path: /device, type: Prefix }
- { path: /assets, type: Prefix }
- { path: /ssf, type: Prefix }
- { path: /scim, type: Prefix }
- { path: /resource, type: Prefix }
- { path: /problems, type: Prefix }
{{- end -}}
{{- end -}}

{{/* Seconds that a process takes to stop, at most: docs/operations/processes.md, "Graceful stop". */}}
{{- define "latchkey.checkStopTime" -}}
{{- $needed := add .Values.pods.preStopSeconds 38 -}}
{{- if lt (int .Values.pods.terminationGracePeriodSeconds) (int $needed) -}}
{{- fail (printf "pods.terminationGracePeriodSeconds must be at least %d: pods.preStopSeconds, and 38 in which a process stops. It is %d." $needed (int .Values.pods.terminationGracePeriodSeconds)) -}}
{{- end -}}
{{- end -}}
