import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { CHART, manifests, manifestsOf, textOf, type Manifest, type Workload } from './documents.js';

const CADDYFILE = `${CHART}/files/Caddyfile`;

const caddyfile = textOf(CADDYFILE);
const ofCaddy = ({ metadata }: Manifest) => metadata.name === 'latchkey-caddy';
const all = manifests('all.yaml').filter(ofCaddy);
const [deployment] = manifestsOf<Workload>('Deployment', all);
const pod = deployment!.spec.template.spec;
const [container] = pod.containers;
const variables = Object.fromEntries(container!.env!.map(({ name, value }) => [name, value]));

describe('Caddy in the chart', () => {
  it('is disabled by default', () => {
    expect(manifests().filter(ofCaddy)).toEqual([]);
  });

  it('uses the configuration of docker/caddy/Caddyfile', () => {
    const path = (name: string) => realpathSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)));

    expect(path('docker/caddy/Caddyfile')).toBe(path(CADDYFILE));
    expect(manifestsOf('ConfigMap', all)).toMatchObject([{ data: { Caddyfile: caddyfile } }]);
  });

  it('sets the variables of the configuration, and listens on the ports of the Service', () => {
    const read = [...caddyfile.matchAll(/\{\$([A-Z_]+)/g)].map(([, name = '']) => name);
    expect(Object.keys(variables).filter((name) => !name.startsWith('XDG_'))).toEqual(expect.arrayContaining(read));
    expect(container).toMatchObject({
      ports: [
        { name: 'http', containerPort: Number(variables['HTTP_PORT']) },
        { name: 'https', containerPort: Number(variables['HTTPS_PORT']) },
      ],
    });
    expect(manifestsOf<object>('Service', all).map(({ spec }) => spec)).toMatchObject([
      {
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        selector: deployment!.spec.selector.matchLabels,
        ports: [
          { port: 80, targetPort: 'http' },
          { port: 443, targetPort: 'https' },
        ],
      },
    ]);
    expect(variables['LATCHKEY_AUTH']).toBe('http://latchkey-auth');
  });

  it('shares one volume among its replicas, which outlives the release', () => {
    const [claim] = manifestsOf('PersistentVolumeClaim', all);

    expect(deployment!.spec.replicas).toBeGreaterThan(1);
    expect(claim).toMatchObject({
      metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } },
      spec: { accessModes: ['ReadWriteMany'] },
    });
    expect(pod['volumes']).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: claim!.metadata.name } });
    expect(container!['volumeMounts']).toContainEqual({ name: 'data', mountPath: variables['XDG_DATA_HOME'] });
  });

  it('has only the privilege that its program needs to start', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, fsGroup: 10001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
      },
    });
  });

  it('loses no request when its pods start and stop', () => {
    const graceSeconds = Number(/grace_period (\d+)s/.exec(caddyfile)?.[1]);

    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(container!.lifecycle!.preStop.sleep.seconds + graceSeconds);
    expect(deployment!.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(manifestsOf<object>('PodDisruptionBudget', all).map(({ spec }) => spec)).toMatchObject([
      { maxUnavailable: 1, selector: deployment!.spec.selector },
    ]);
  });
});
