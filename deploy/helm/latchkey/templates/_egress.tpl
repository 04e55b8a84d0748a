{{/* A rule of a policy for what pods may reach: (list .Values.networkPolicy.dns "UDP" "TCP"). Without peers: any address. */}}
{{- define "latchkey.egress" -}}
{{- $target := first . -}}
{{- $protocols := rest . -}}
- ports:
    {{- range $port := $target.ports }}
    {{- range $protocols }}
    - { port: {{ $port }}, protocol: {{ . }} }
    {{- end }}
    {{- end }}
  {{- with $target.to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Public addresses: no private, link-local or loopback networks. */}}
{{- define "latchkey.publicAddresses" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except: [10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
- ipBlock:
    cidr: ::/0
    except: ['::1/128', 'fc00::/7', 'fe80::/10']
{{- end -}}
