import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CertificateIssuer } from '../support/certificates.js';
import { makeTestFolder } from '../support/test-folder.mjs';
import { createManifestCheck, manifestsOf, parseManifests, textOf, type Manifest } from './documents.js';

const SCRIPT = fileURLToPath(new URL('../../deploy/cert-manager/custom-domains.mjs', import.meta.url));
const CLI = 'dist/apps/management/src/cli';
const PATH = '/apis/networking.k8s.io/v1/namespaces/latchkey/ingresses';
const SELECTOR = '?labelSelector=app.kubernetes.io%2Fmanaged-by%3Dlatchkey-custom-domains';

const [sandbox] = manifestsOf<{ rules: { http: object }[] }>('Ingress').filter(({ metadata }) => metadata.name === 'latchkey-auth');
const ANNOTATIONS = { 'nginx.ingress.kubernetes.io/proxy-body-size': '1m' };
const model = {
  ...sandbox!,
  metadata: {
    ...sandbox!.metadata,
    annotations: { ...ANNOTATIONS, 'cert-manager.io/issuer': 'by-dns', 'meta.helm.sh/release-name': 'latchkey' },
  },
};
const check = createManifestCheck();
let folder: string;
let api: Server;
let requests: { method: string; url: string; authorization: string; body: string }[];

async function answer(request: IncomingMessage): Promise<unknown> {
  const { method = '', url = '', headers } = request;
  requests.push({ method, url, authorization: headers.authorization ?? '', body: await text(request) });
  if (url === `${PATH}/latchkey-auth`) return model;
  return url === `${PATH}${SELECTOR}` ? { items: ['kept.example.com', 'gone.example.com'].map((name) => ({ metadata: { name } })) } : {};
}

beforeAll(async () => {
  folder = makeTestFolder('custom-domains');
  const alternativeNames = [{ type: 'ip' as const, value: '127.0.0.1' }];
  const { pem, privateKey } = await new CertificateIssuer().issue({ subject: 'CN=kubernetes', alternativeNames });
  api = createServer({ cert: pem, key: privateKey }, (request, response) => {
    void answer(request).then((body) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body)));
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  for (const [name, content] of Object.entries({ token: 'of the pod', namespace: 'latchkey', 'ca.crt': pem }))
    writeFileSync(join(folder, name), content);
  mkdirSync(join(folder, CLI), { recursive: true });
});

beforeEach(() => {
  requests = [];
});

afterAll(async () => {
  const closed = once(api.close(), 'close');
  api.closeAllConnections();
  await closed;
  rmSync(folder, { recursive: true });
});

/** Runs the script. @param cli the output of the operator CLI. @returns its exit code */
async function run(cli: string): Promise<number> {
  writeFileSync(join(folder, CLI, 'main.js'), cli);
  const env = {
    INGRESS: 'latchkey-auth',
    CLUSTER_ISSUER: 'letsencrypt',
    KUBERNETES_SERVICE_HOST: '127.0.0.1',
    KUBERNETES_SERVICE_PORT_HTTPS: String((api.address() as AddressInfo).port),
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt'),
    SERVICE_ACCOUNT: folder,
  };
  const [code] = (await once(spawn(process.execPath, [SCRIPT], { cwd: folder, env, stdio: 'ignore' }), 'close')) as [number];
  return code;
}

const listing = (domains: [string, string, string][]): string =>
  `process.stdout.write(${JSON.stringify(JSON.stringify(domains.map(([domain, kind, status]) => ({ domain, kind, status }))))})`;

describe('Ingresses of custom domains', () => {
  it('cover the served domains, with the routes of the sandbox domains and a certificate from cert-manager', async () => {
    const code = await run(
      listing([
        ['shop.id.example.org', 'sandbox', 'active'],
        ['kept.example.com', 'custom', 'degraded'],
        ['new.example.com', 'custom', 'active'],
        ['gone.example.com', 'custom', 'failed'],
        ['unproved.example.com', 'custom', 'pending'],
      ]),
    );

    const apply = '?fieldManager=latchkey-custom-domains&force=true';
    expect([code, requests.map(({ method, url }) => `${method} ${url}`)]).toEqual([
      0,
      [
        `GET ${PATH}/latchkey-auth`,
        `GET ${PATH}${SELECTOR}`,
        `PATCH ${PATH}/kept.example.com${apply}`,
        `PATCH ${PATH}/new.example.com${apply}`,
        `DELETE ${PATH}/gone.example.com`,
      ],
    ]);
    expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer of the pod']));
    const ingress = JSON.parse(requests[3]!.body) as Manifest;
    expect(check(ingress)).toBeNull();
    expect(ingress).toMatchObject({
      metadata: { name: 'new.example.com' },
      spec: {
        ingressClassName: 'nginx',
        tls: [{ hosts: ['new.example.com'], secretName: 'new.example.com' }],
        rules: [{ host: 'new.example.com', http: model.spec.rules[0]!.http }],
      },
    });
    expect(ingress.metadata.annotations).toEqual({ ...ANNOTATIONS, 'cert-manager.io/cluster-issuer': 'letsencrypt' });
  });

  it('are not changed if the domains cannot be read', async () => {
    expect([await run('process.exit(1)'), requests]).toEqual([1, []]);
  });
});

describe('manifest of the Ingress script', () => {
  const all = parseManifests(textOf('deploy/cert-manager/custom-domains.yaml'));

  it.each(all.map((manifest) => [manifest.kind, manifest] as const))('contains a %s that Kubernetes accepts', (_kind, manifest) => {
    expect(check(manifest)).toBeNull();
  });

  it('grants only what the script does to Ingresses', () => {
    const [role] = all.filter(({ kind }) => kind === 'Role');

    expect(role).toMatchObject({
      rules: [{ apiGroups: ['networking.k8s.io'], resources: ['ingresses'], verbs: ['get', 'list', 'create', 'patch', 'delete'] }],
    });
  });
});
