{{/* What every pod of the release has, of a component: (list $ "auth"). Nothing talks to the Kubernetes API, so no pod gets a token for it. */}}
{{- define "latchkey.podOptions" -}}
{{- $root := index . 0 -}}
serviceAccountName: {{ include "latchkey.fullname" $root }}-{{ index . 1 }}
automountServiceAccountToken: false
# Service links would set variables that are named after Services and read like settings.
enableServiceLinks: false
{{- with $root.Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $root.Values.pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $root.Values.pods.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.pods.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $root.Values.pods.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* What the pods of our own images have. */}}
{{- define "latchkey.pod" -}}
{{- $root := index . 0 -}}
{{ include "latchkey.podOptions" . }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with $root.Values.pods.extraVolumes }}
volumes: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Spreads the replicas of a component over zones and nodes. */}}
{{- define "latchkey.topologySpread" -}}
{{- $selector := include "latchkey.selector" . -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- $selector | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}

{{/* What every container has, of a component: (list $ "auth"). It writes no file, not even to /tmp. */}}
{{- define "latchkey.container" -}}
{{- $root := index . 0 -}}
{{- $component := index . 1 -}}
{{- $values := index $root.Values $component -}}
name: {{ $component }}
image: {{ include "latchkey.image" . }}
imagePullPolicy: {{ $root.Values.images.pullPolicy }}
env:
  # V8's own choice, from the memory of the container, is 304 MiB in one of 256 MiB.
  - name: NODE_OPTIONS
    value: --max-old-space-size-percentage={{ $values.heapPercent }}
  {{- include "latchkey.secretVariables" . | trim | nindent 2 }}
  {{- with $root.Values.pods.extraEnv }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
resources: {{- toYaml $values.resources | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- with $root.Values.pods.extraVolumeMounts }}
volumeMounts: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
