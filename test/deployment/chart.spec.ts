import { describe, expect, it } from '@jest/globals';
import {
  CHART,
  createManifestCheck,
  getStopTimeoutMs,
  manifests,
  manifestsOf,
  textOf,
  yamlOf,
  type Container,
  type Workload,
} from './documents.js';

interface Values {
  database: { maxConnections: number; queueConnections: number };
  pods: { preStopSeconds: number };
}

/** Connections that the migration uses, and those that PostgreSQL reserves for its superuser. */
const BESIDE = 2 + 3;

const values = yamlOf<Values>(`${CHART}/values.yaml`);
const check = createManifestCheck();

const deployments = manifestsOf<Workload>('Deployment');
const [job] = manifestsOf<Workload>('Job');
const servers = deployments.map(({ metadata, spec }) => [metadata.name, spec] as const);
const pods = [...deployments, job!].map(({ metadata, spec }) => [metadata.name, spec.template.spec] as const);
const settingsOf = (name: string) => manifestsOf('ConfigMap').find(({ metadata }) => metadata.name === name)?.data ?? {};
const containerOf = (name: string): Container => pods.find(([pod]) => pod === name)![1].containers[0]!;
const secretsOf = (name: string, isOptional: boolean) =>
  (containerOf(name).env ?? []).flatMap(({ name: variable, valueFrom }) =>
    valueFrom?.secretKeyRef && Boolean(valueFrom.secretKeyRef.optional) === isOptional ? [variable] : [],
  );
describe.each(['values.yaml', 'all.yaml'] as const)('chart with %s', (name) => {
  const all = manifests(name);

  it.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest] as const))(
    'renders a %s that Kubernetes accepts',
    (_title, manifest) => {
      expect(check(manifest)).toBeNull();
    },
  );

  it('renders each object once, in the namespace of the release, and no Secret', () => {
    const titles = all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(titles).size).toBe(titles.length);
    expect(all.filter(({ metadata }) => metadata.namespace !== undefined)).toEqual([]);
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});

describe('pods of the chart', () => {
  it('belong to both services and the migration', () => {
    expect(pods.map(([name]) => name).toSorted()).toEqual(['latchkey-auth', 'latchkey-management', 'latchkey-migrate']);
  });

  it.each(pods)('have no privilege, token or writable place for %s', (name, pod) => {
    expect(pod).toMatchObject({
      serviceAccountName: name,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod).not.toHaveProperty('volumes');
    expect(pod.containers).toHaveLength(1);
    expect(pod.containers[0]).toMatchObject({
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: { memory: expect.any(String) } },
    });
  });

  it.each([
    ['latchkey-auth', { requests: '384Mi', limits: '640Mi' }],
    ['latchkey-management', { requests: '256Mi', limits: '512Mi' }],
    ['latchkey-migrate', { requests: '128Mi', limits: '256Mi' }],
  ])("leave 64 MiB of memory outside V8's heap for %s", (name, { requests, limits }) => {
    const { env = [], resources } = containerOf(name);
    expect(resources).toMatchObject({ requests: { memory: requests }, limits: { memory: limits } });
    const options = env.find(({ name: variable }) => variable === 'NODE_OPTIONS')?.value;
    const percent = Number(/^--max-old-space-size-percentage=(\d+)$/.exec(options ?? '')?.[1]);
    const youngMiB = 48;
    expect((1 - percent / 100) * Number.parseInt(limits) - youngMiB).toBeGreaterThanOrEqual(64);
  });

  it.each(pods)('take secrets only by reference for %s', (name) => {
    const references = (containerOf(name).env ?? []).flatMap(({ name: variable, valueFrom }) =>
      valueFrom ? [[variable, valueFrom.secretKeyRef]] : [],
    );
    for (const [variable, secret] of references) expect(secret).toMatchObject({ name: 'latchkey-secrets', key: variable });
    const secrets = new Set(references.map(([variable]) => variable));
    expect(Object.keys(settingsOf(name)).filter((setting) => secrets.has(setting))).toEqual([]);
  });

  it('require only the secrets without which they do not start', () => {
    expect(secretsOf('latchkey-management', false)).toEqual(['DATABASE_URL', 'MASTER_KEY', 'SMTP_URL']);
    expect(secretsOf('latchkey-auth', false)).toEqual(['DATABASE_URL', 'MASTER_KEY']);
    expect(secretsOf('latchkey-migrate', false)).toEqual(['DATABASE_URL', 'MASTER_KEY']);
    expect(secretsOf('latchkey-auth', true)).toEqual([]);
    expect(secretsOf('latchkey-management', true)).toEqual(expect.arrayContaining(['DNS_POWERDNS_API_KEY', 'DNS_CLOUDFLARE_TOKEN']));
  });
});

describe('migration Job', () => {
  it('runs before the Deployments change, and replaces an existing Job', () => {
    const hooks = manifests().filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade');

    expect(hooks.map(({ kind, metadata }) => [kind, metadata.name, metadata.annotations?.['helm.sh/hook-weight']])).toEqual([
      ['NetworkPolicy', 'latchkey-migrate', '-10'],
      ['ServiceAccount', 'latchkey-migrate', '-10'],
      ['Job', 'latchkey-migrate', '0'],
    ]);
    for (const { metadata } of hooks) expect(metadata.annotations?.['helm.sh/hook-delete-policy']).toMatch(/^before-hook-creation/);
  });

  it.each(servers)('ends before a rollout of %s counts as failed', (_name, { progressDeadlineSeconds }) => {
    expect(progressDeadlineSeconds).toBeGreaterThan(job!.spec.activeDeadlineSeconds!);
  });
});

describe('services of the chart', () => {
  it.each(servers)('probes existing paths of %s', (name, { template }) => {
    const [container] = template.spec.containers;
    expect(container).toMatchObject({
      startupProbe: { httpGet: { path: '/healthz', port: 'http' } },
      readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
      envFrom: [{ configMapRef: { name } }],
    });
    const settings = settingsOf(name);
    expect(container?.ports).toEqual([
      { name: 'http', containerPort: Number(settings[`${name.replace('latchkey-', '').toUpperCase()}_PORT`]) },
      { name: 'metrics', containerPort: Number(settings['METRICS_PORT']) },
    ]);
  });

  it.each(servers)('loses no request of %s when pods start and stop', (name, { template, strategy, selector }) => {
    const sleep = template.spec.containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
    expect(sleep).toBeGreaterThanOrEqual(5);
    expect(template.spec.terminationGracePeriodSeconds! * 1_000).toBeGreaterThan(sleep * 1_000 + getStopTimeoutMs());
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

  it('run at least two replicas each', () => {
    const replicas = Object.fromEntries(servers.map(([name, { replicas: count }]) => [name, count]));
    expect(replicas).toEqual({ 'latchkey-management': 2, 'latchkey-auth': undefined });
    expect(manifestsOf<object>('HorizontalPodAutoscaler').map(({ spec }) => spec)).toMatchObject([
      { scaleTargetRef: { kind: 'Deployment', name: 'latchkey-auth' }, minReplicas: 2 },
    ]);
  });

  it('need no more connections than PostgreSQL grants by default, even while every pod is being replaced', () => {
    const pool = Number(settingsOf('latchkey-auth')['DATABASE_POOL_SIZE']);
    const [scaler] = manifestsOf<{ maxReplicas: number }>('HorizontalPodAutoscaler');
    const replicas = servers.find(([name]) => name === 'latchkey-management')?.[1].replicas ?? Infinity;
    const { maxConnections, queueConnections } = values.database;
    const auth = (2 * (scaler?.spec.maxReplicas ?? Infinity) + 1) * pool;
    const management = (2 * replicas + 1) * (pool + queueConnections);

    expect(auth + management + BESIDE).toBe(98);
    expect([maxConnections, textOf('docs/deployment.md').includes('need 98 connections')]).toEqual([100, true]);
  });

  it('have the number of queue connections that the code opens', () => {
    const [, names = ''] = /QUEUES = \{([^}]*)\}/.exec(textOf('apps/management/src/queue/queues.ts')) ?? [];
    const queues = names.match(/: '/g) ?? [];

    expect(textOf('apps/management/src/queue/queue-pool.ts')).toContain('MAX_QUEUE_CONNECTIONS = Object.keys(QUEUES).length + 2;');
    expect(values.database.queueConnections).toBe(queues.length + 2);
  });
});

describe('routes of the chart', () => {
  interface Rule {
    host: string;
    http: { paths: { path: string; pathType: string; backend: { service: { name: string } } }[] };
  }
  interface Route {
    hostnames: string[];
    rules: { matches: { path: { type: string; value: string } }[]; backendRefs: { name: string; port: number }[] }[];
  }
  const ingresses = manifestsOf<{ rules: Rule[]; tls: { hosts: string[] }[] }>('Ingress');
  const pathsOf = (name: string) =>
    ingresses
      .filter(({ metadata }) => metadata.name === name)
      .flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths.map(({ path, pathType }) => [path, pathType])));

  it('expose neither metrics nor probes, and lead to existing services', () => {
    const { MANAGEMENT_URL = '', SANDBOX_ZONE } = settingsOf('latchkey-management');
    const hosts = ingresses.map(({ spec }) => spec.rules.map(({ host }) => host));
    expect(hosts).toEqual(ingresses.map(({ spec }) => spec.tls.flatMap(({ hosts: secured }) => secured)));
    expect(hosts.flat().toSorted()).toEqual([`*.${SANDBOX_ZONE}`, new URL(MANAGEMENT_URL).host].toSorted());
    for (const { path, pathType, backend } of ingresses.flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths))) {
      expect(path === '/' ? pathType : path).toMatch(/^(Exact|\/[a-z0-9.-]+)$/);
      expect(['/metrics', '/healthz', '/readyz', '/dev', '/tls']).not.toContain(path);
      expect(servers.map(([name]) => name)).toContain(backend.service.name);
    }
  });

  it('are the same for the Gateway API', () => {
    const routes = manifestsOf<Route>('HTTPRoute', manifests('all.yaml'));

    for (const { metadata, spec } of routes) {
      expect(spec.rules.map(({ backendRefs }) => backendRefs)).toEqual([[{ name: metadata.name, port: 80 }]]);
      const matches = spec.rules.flatMap(({ matches: all }) =>
        all.map(({ path }) => [path.value, path.type.replace('PathPrefix', 'Prefix')]),
      );
      expect(matches).toEqual(pathsOf(metadata.name));
    }
    expect(routes.flatMap(({ spec }) => spec.hostnames)).toEqual(['*.id.example.org', 'login.example.net', 'latchkey.example.org']);
  });
});
