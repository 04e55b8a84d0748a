import { describe, expect, it } from '@jest/globals';
import { manifests, manifestsOf } from './documents.js';

interface Peer {
  namespaceSelector?: { matchLabels?: Record<string, string>; matchExpressions?: { values: string[] }[] };
  podSelector?: { matchLabels: Record<string, string> };
  ipBlock?: { cidr: string; except?: string[] };
}
interface Policy {
  podSelector: { matchLabels: Record<string, string> };
  policyTypes: string[];
  ingress?: { from: Peer[]; ports: { port: string }[] }[];
  egress?: { to?: Peer[]; ports: { port: number; protocol: string }[] }[];
}

const policyOf = (name: string, file: 'values.yaml' | 'all.yaml' = 'values.yaml') =>
  manifestsOf<Policy>('NetworkPolicy', manifests(file)).find(({ metadata }) => metadata.name === `latchkey-${name}`)!.spec;

/** Describes a peer in one word: its namespace, pods or addresses. */
function labelOf({ namespaceSelector, podSelector, ipBlock }: Peer): string {
  const namespaces = namespaceSelector?.matchExpressions?.flatMap(({ values }) => values).join() ?? '';
  const namespace = namespaceSelector?.matchLabels?.['kubernetes.io/metadata.name'];
  return namespace ?? (namespaces || (podSelector?.matchLabels['app.kubernetes.io/name'] ?? ipBlock!.cidr));
}

const ingressOf = (policy: Policy) => policy.ingress?.map(({ from, ports }) => [from.map(labelOf), ports.map(({ port }) => port)]);
const egressOf = (policy: Policy) =>
  policy.egress?.map(({ to, ports }) => [
    to?.map(labelOf).join(' ') ?? 'any',
    ports.map(({ port, protocol }) => `${port}/${protocol}`).join(' '),
  ]);

describe('network policies', () => {
  const DNS = ['kube-system 169.254.20.10/32', '53/UDP 53/TCP'];

  it('deny all traffic of the release that is not listed', () => {
    expect(policyOf('default-deny')).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'latchkey', 'app.kubernetes.io/instance': 'latchkey' } },
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.each(['management', 'auth'])('let only the ingress controller and the metrics collector reach %s', (component) => {
    expect(policyOf(component).podSelector.matchLabels).toHaveProperty(['app.kubernetes.io/component'], component);
    expect(ingressOf(policyOf(component))).toEqual([
      [['ingress-nginx'], ['http']],
      [['monitoring'], ['metrics']],
    ]);
  });

  it('let each component reach what it needs', () => {
    const shared = [DNS, ['any', '5432/TCP']];
    const https = ['0.0.0.0/0 ::/0', '443/TCP'];
    expect(egressOf(policyOf('migrate'))).toEqual(shared);
    expect(egressOf(policyOf('auth'))).toEqual([...shared, https]);
    expect(egressOf(policyOf('management'))).toEqual([
      ...shared,
      https,
      ['any', '465/TCP 587/TCP'],
      ['any', '6379/TCP'],
      ['any', '53/UDP 53/TCP'],
    ]);
  });

  it.each(['management', 'auth'])('let %s reach no private address over https', (component) => {
    const blocks = policyOf(component)
      .egress!.flatMap(({ to = [] }) => to)
      .flatMap(({ ipBlock }) => (ipBlock?.except ? [ipBlock.except] : []));

    expect(blocks).toEqual([
      ['10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'],
      ['::1/128', 'fc00::/7', 'fe80::/10'],
    ]);
  });

  it('follow the values: poolers, mail, Redis, resolvers, other https ports, cloud metadata, other ingress namespaces', () => {
    const shared = [
      ['openshift-dns', '53/UDP 53/TCP 5353/UDP 5353/TCP'],
      ['postgres', '6432/TCP'],
    ];
    const https = ['0.0.0.0/0 ::/0', '443/TCP 8443/TCP'];
    expect(ingressOf(policyOf('auth', 'all.yaml'))?.[0]).toEqual([['traefik,envoy-gateway-system', 'caddy'], ['http']]);
    expect(egressOf(policyOf('migrate', 'all.yaml'))).toEqual(shared);
    expect(egressOf(policyOf('auth', 'all.yaml'))).toEqual([...shared, https]);
    expect(egressOf(policyOf('management', 'all.yaml'))).toEqual([
      ...shared,
      https,
      ['10.0.0.25/32', '25/TCP 2525/TCP'],
      ['redis', '6380/TCP'],
      ['any', '53/UDP 53/TCP 5353/UDP 5353/TCP'],
      ['169.254.169.254/32 169.254.170.23/32', '80/TCP'],
      ['10.0.0.53/32', '8081/TCP'],
    ]);
  });

  it('let anyone reach Caddy, and Caddy the auth server and the certificate authority', () => {
    const policy = policyOf('caddy', 'all.yaml');
    const [caddy, auth] = ['caddy', 'auth'].map((component) => policyOf(component, 'all.yaml').podSelector);

    expect(policy.ingress).toEqual([{ ports: ['http', 'https'].map((port) => ({ port, protocol: 'TCP' })) }]);
    expect(policy.egress?.[1]).toEqual({ to: [{ podSelector: auth }], ports: [{ port: 'http', protocol: 'TCP' }] });
    expect(egressOf(policy)).toEqual([
      ['openshift-dns', '53/UDP 53/TCP 5353/UDP 5353/TCP'],
      ['latchkey', 'http/TCP'],
      ['0.0.0.0/0 ::/0', '443/TCP 8443/TCP'],
    ]);
    expect(policyOf('auth', 'all.yaml').ingress).toContainEqual({
      from: [{ podSelector: caddy }],
      ports: [{ port: 'http', protocol: 'TCP' }],
    });
    expect(policyOf('management', 'all.yaml').ingress).not.toContainEqual(expect.objectContaining({ from: [{ podSelector: caddy }] }));
  });
});
