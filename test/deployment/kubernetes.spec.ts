import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { KUBERNETES, manifests, manifestsOf, variablesOf, yamlOf, type Workload } from './documents.js';

/** The connections of a management process beside its pool: a queue and a worker with two connections and a listener each. */
const JOB_CONNECTIONS = 6;
const MIGRATION_CONNECTIONS = 2;

const settings = variablesOf(`${KUBERNETES}/settings.env`);
const deployments = manifestsOf<Workload>('Deployment');
const servers = deployments.map(({ metadata, spec }) => [metadata.name, spec] as const);
const pods = [...deployments, ...manifestsOf<Workload>('Job')].map(({ metadata, spec }) => [metadata.name, spec.template.spec] as const);
const secretKeys = (name: string) =>
  (pods.find(([pod]) => pod === name)?.[1].containers ?? []).flatMap(({ env = [] }) =>
    env.map(({ name: variable, valueFrom }) => ({ variable, ...valueFrom?.secretKeyRef })),
  );
const required = (name: string) => secretKeys(name).flatMap(({ variable, optional }) => (optional ? [] : [variable]));

describe('the kustomize base', () => {
  it('applies each of its files once, without a namespace', () => {
    const { resources } = yamlOf<{ resources: string[] }>(`${KUBERNETES}/kustomization.yaml`);
    const files = readdirSync(new URL(`../../${KUBERNETES}/`, import.meta.url)).filter((file) => file.endsWith('.yaml'));
    expect([...resources, 'kustomization.yaml'].toSorted()).toEqual(files.toSorted());
    const kinds = manifests().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(manifests().filter(({ metadata }) => 'namespace' in metadata)).toEqual([]);
    expect(pods.map(([name]) => name).toSorted()).toEqual(['latchkey-auth', 'latchkey-management', 'latchkey-migrate']);
  });

  it.each(pods)('gives the pods of %s no privilege and no token', (_name, pod) => {
    expect(pod).toMatchObject({
      serviceAccountName: 'latchkey',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod.containers).toHaveLength(1);
    expect(pod.containers[0]).toMatchObject({
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: { memory: expect.any(String) } },
    });
  });

  it.each(servers)('probes %s at existing addresses', (name, { template }) => {
    const [container] = template.spec.containers;
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
    });
    const variable = `${name.replace('latchkey-', '').toUpperCase()}_PORT`;
    expect(container?.ports).toEqual([
      { name: 'http', containerPort: Number(settings.get(variable)) },
      { name: 'metrics', containerPort: Number(settings.get('METRICS_PORT')) },
    ]);
  });

  it.each(servers)('loses no request of %s when pods come and go', (name, { template, strategy, selector }) => {
    const sleep = template.spec.containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(sleep).toBeGreaterThanOrEqual(5);
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(sleep + 30);
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(template.spec['topologySpreadConstraints']).toHaveLength(2);
    expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    const budgets = manifestsOf<{ selector: object; maxUnavailable: number }>('PodDisruptionBudget').filter(
      ({ metadata }) => metadata.name === name,
    );
    expect(budgets.map(({ spec }) => spec)).toMatchObject([{ maxUnavailable: 1, selector: { matchLabels: selector.matchLabels } }]);
    const services = manifestsOf<{ selector: object; ports: object[] }>('Service').filter(({ metadata }) => metadata.name === name);
    expect(services.map(({ spec }) => spec)).toMatchObject([{ selector: selector.matchLabels, ports: [{ port: 80, targetPort: 'http' }] }]);
  });

  it('runs two replicas of each at least', () => {
    const replicas = Object.fromEntries(servers.map(([name, { replicas: count }]) => [name, count]));
    expect(replicas).toEqual({ 'latchkey-management': 2, 'latchkey-auth': undefined });
    expect(manifestsOf<object>('HorizontalPodAutoscaler').map(({ spec }) => spec)).toMatchObject([
      { scaleTargetRef: { kind: 'Deployment', name: 'latchkey-auth' }, minReplicas: 2 },
    ]);
  });

  it('needs no more connections than PostgreSQL grants by default, while every pod is being replaced', () => {
    const pool = Number(settings.get('DATABASE_POOL_SIZE'));
    const [scaler] = manifestsOf<{ maxReplicas: number }>('HorizontalPodAutoscaler');
    const auth = ((scaler?.spec.maxReplicas ?? Infinity) + 1) * pool;
    const management =
      ((servers.find(([name]) => name === 'latchkey-management')?.[1].replicas ?? Infinity) + 1) * (pool + JOB_CONNECTIONS);
    expect(auth + management + MIGRATION_CONNECTIONS).toBeLessThanOrEqual(97);
  });

  it('takes secrets by reference only', () => {
    for (const [name] of pods) {
      for (const { variable, name: secret, key } of secretKeys(name)) expect([variable, secret]).toEqual([key, 'latchkey-secrets']);
    }
    expect(required('latchkey-management')).toEqual(['DATABASE_URL', 'MASTER_KEY', 'SMTP_URL']);
    expect(required('latchkey-auth')).toEqual(['DATABASE_URL', 'MASTER_KEY']);
    expect(required('latchkey-migrate')).toEqual(['DATABASE_URL', 'MASTER_KEY']);
    const secrets = new Set(pods.flatMap(([name]) => secretKeys(name).map(({ variable }) => variable)));
    expect([...settings.keys()].filter((name) => secrets.has(name))).toEqual([]);
    expect(manifestsOf('Secret')).toEqual([]);
  });

  it('exposes neither metrics nor probes, and routes to services that exist', () => {
    interface Rule {
      host: string;
      http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] };
    }
    const rules = manifestsOf<{ rules: Rule[]; tls: { hosts: string[] }[] }>('Ingress');
    const hosts = rules.map(({ spec }) => spec.rules.map(({ host }) => host));
    expect(hosts).toEqual(rules.map(({ spec }) => spec.tls.flatMap(({ hosts: secured }) => secured)));
    expect(hosts.flat()).toContain(`*.${settings.get('SANDBOX_ZONE')}`);
    expect(hosts.flat()).toContain(new URL(settings.get('MANAGEMENT_URL') ?? '').host);
    const paths = rules.flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths));
    for (const { path, backend } of paths) {
      expect(path).toMatch(/^\/[a-z0-9.-]+$/);
      expect(['/metrics', '/healthz', '/readyz', '/dev']).not.toContain(path);
      expect(servers.map(([name]) => name)).toContain(backend.service.name);
    }
  });

  it('denies all network traffic that is not listed', () => {
    interface Rule {
      from: { namespaceSelector: { matchLabels: Record<string, string> } }[];
      ports: { port: string }[];
    }
    const policies = manifestsOf<object>('NetworkPolicy').map(({ spec }) => spec);
    expect(policies).toContainEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'latchkey' } },
      policyTypes: ['Ingress', 'Egress'],
    });
    const ingress = policies.flatMap((policy) => (policy as { ingress?: Rule[] }).ingress ?? []);
    const opened = ingress.map(({ from, ports }) => [
      from.map(({ namespaceSelector }) => namespaceSelector.matchLabels['kubernetes.io/metadata.name']),
      ports.map(({ port }) => port),
    ]);
    expect(opened).toEqual([
      [['ingress-nginx'], ['http']],
      [['monitoring'], ['metrics']],
    ]);
    for (const [, { template }] of servers) expect(template.metadata.labels).toHaveProperty(['app.kubernetes.io/name'], 'latchkey');
  });
});

describe('the example overlay', () => {
  const overlay = yamlOf<{ images: { name: string; newTag: string }[]; patches: { target: { kind: string; name: string } }[] }>(
    'docker/kubernetes/overlays/example/kustomization.yaml',
  );

  it('pins every image of the base', () => {
    const images = pods.map(([, pod]) => pod.containers[0]?.image);
    expect(overlay.images.map(({ name }) => name).toSorted()).toEqual(images.toSorted());
    for (const { newTag } of overlay.images) expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('patches only existing resources', () => {
    const known = manifests().map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(known).toEqual(expect.arrayContaining(overlay.patches.map(({ target }) => `${target.kind} ${target.name}`)));
  });
});
