import { execFile } from 'node:child_process';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { loadAll } from 'js-yaml';
import { decodeJwt, type JWTPayload } from 'jose';
import type { Answer } from '../support/http.js';
import { getCodeBlocks } from '../support/pages.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { buildServiceAccountClaims, generateClusterKey, PublishedIssuer, type ClusterKey } from '../support/workload-issuer.js';
import { provisionClient } from '../support/service-client.js';
import { makeTestFolder } from '../support/test-folder.mjs';

const run = promisify(execFile);
const GUIDE = 'docs/integrate/kubernetes.md';
const LOOPBACK_NAMES = new URL('../support/relying-party/loopback-names.mjs', import.meta.url).href;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const CLUSTER = 'https://kubernetes.default.svc.cluster.local';
const SUBJECT = 'system:serviceaccount:shop:orders';
const HOUR = 3_600;
/** Published keys are fetched at most once a minute. */
const RELOAD_INTERVAL_MS = 60_000;

let stack: SignInStack;
let domain: string;
let key: ClusterKey;
/** A folder for the files of the pod and of the operator. */
let folder: string;

beforeAll(async () => {
  folder = makeTestFolder('workload');
  [stack, key] = await Promise.all([SignInStack.start(), generateClusterKey()]);
  domain = await stack.caller.registerDomain();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await stack.stop();
});

interface LogEntry {
  client: string | null;
  requestId: string;
  data: { reason: string };
}

function putMethods(clientId: string, ...methods: object[]): Promise<Answer> {
  return stack.caller.put(`/v1/domain/${domain}/client/${clientId}/authentication`, { methods });
}

async function registerWorkload(clientId: string, method: object): Promise<void> {
  await provisionClient(stack.caller, domain, { clientId });
  const { status, text } = await putMethods(clientId, { type: 'FederatedJwt', issuer: CLUSTER, subject: SUBJECT, ...method });
  if (status !== 201) throw new Error(`no authentication of ${clientId}: ${status} ${text}`);
}

/** A token as the API server signs it for this domain. */
function project(claims: JWTPayload = {}, signer = key): Promise<string> {
  return signer.sign(buildServiceAccountClaims({ iss: CLUSTER, aud: [stack.issuerOf(domain)], ...claims }));
}

function requestToken(token: string): Promise<Answer> {
  const body = { grant_type: 'client_credentials', client_assertion_type: ASSERTION_TYPE, client_assertion: token };
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return stack.auth.send(domain, '/connect/token', { method: 'POST', headers, body: new URLSearchParams(body).toString() });
}

const clientOf = ({ json }: Answer): unknown => decodeJwt((json as { access_token: string }).access_token)['client_id'];

/** The domain's log entry for a refused request. */
async function findLogged({ headers }: Answer): Promise<Pick<LogEntry, 'client' | 'data'>[]> {
  const { json } = await stack.caller.get(`/v1/domain/${domain}/log?type=token.client_authentication_failed`);
  const entries = (json as LogEntry[]).filter(({ requestId }) => requestId === headers['x-request-id']);
  return entries.map(({ client, data }) => ({ client, data }));
}

describe('a service account whose cluster cannot be reached', () => {
  beforeAll(() => registerWorkload('orders', { jwks: { keys: [key.jwk] } }));

  it('gets access tokens with the same token until it expires', async () => {
    const token = await project();

    const answers = [await requestToken(token), await requestToken(token)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(clientOf)).toEqual(['orders', 'orders']);
  });

  it('belongs to one client of the domain', async () => {
    await provisionClient(stack.caller, domain, { clientId: 'second' });

    const answer = await putMethods('second', { type: 'FederatedJwt', issuer: CLUSTER, subject: SUBJECT, jwks: { keys: [key.jwk] } });

    expect([answer.status, answer.json]).toEqual([409, expect.objectContaining({ type: '/problems/client-conflict' })]);
  });

  it.each<[string, string, string | null, JWTPayload]>([
    ['of another service account', 'unknown-subject', null, { sub: 'system:serviceaccount:shop:default' }],
    ['for the API server', 'wrong-audience', 'orders', { aud: [CLUSTER] }],
    ['that has expired', 'expired', 'orders', { exp: Math.floor(Date.now() / 1_000) - HOUR }],
    ['that is valid for a year', 'wrong-expiry', 'orders', { exp: Math.floor(Date.now() / 1_000) + 365 * 24 * HOUR }],
  ])('is refused with a token %s, and the log of the domain says %s', async (_which, reason, clientId, claims) => {
    const answer = await requestToken(await project(claims));

    expect([answer.status, answer.json]).toMatchObject([401, { error: 'invalid_client' }]);
    expect(await findLogged(answer)).toEqual([{ client: clientId, data: { reason } }]);
  });

  it('is refused with a token of an unknown key, or with the kid of a known key; the log of the domain records it', async () => {
    const [unknown, disguised] = [await generateClusterKey(), await generateClusterKey(key.jwk.kid)];

    const answers = [await requestToken(await project({}, unknown)), await requestToken(await project({}, disguised))];

    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(await Promise.all(answers.map(findLogged))).toEqual([
      [{ client: 'orders', data: { reason: 'unknown-key' } }],
      [{ client: 'orders', data: { reason: 'wrong-signature' } }],
    ]);
  });

  it('is refused with a token of an unknown cluster, and the log of the domain does not record it', async () => {
    const answer = await requestToken(await project({ iss: 'https://elsewhere.example' }));

    expect(answer.status).toBe(401);
    expect(await findLogged(answer)).toEqual([]);
  });
});

describe('a service account whose cluster publishes its keys', () => {
  let issuer: PublishedIssuer;

  beforeAll(async () => {
    issuer = await PublishedIssuer.start();
  });

  afterAll(() => issuer.stop());

  afterEach(() => void jest.restoreAllMocks());

  /** Lets the minute pass during which keys are not fetched again. */
  function passReloadInterval(): void {
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + RELOAD_INTERVAL_MS);
  }

  it('gets access tokens before and after the cluster rotates its keys, but not with the retired key', async () => {
    const [first, next] = [await generateClusterKey(), await generateClusterKey()];
    await registerWorkload('published', { issuer: issuer.url });
    const projectWith = (signer: ClusterKey) => project({ iss: issuer.url }, signer);

    issuer.keys = [first];
    expect(clientOf(await requestToken(await projectWith(first)))).toBe('published');

    issuer.keys = [next];
    const early = await requestToken(await projectWith(next));
    expect([early.status, await findLogged(early)]).toEqual([401, [{ client: 'published', data: { reason: 'unknown-key' } }]]);

    passReloadInterval();
    expect(clientOf(await requestToken(await projectWith(next)))).toBe('published');
    const retired = await requestToken(await projectWith(first));
    expect([retired.status, await findLogged(retired)]).toEqual([401, [{ client: 'published', data: { reason: 'unknown-key' } }]]);
  });

  it('is refused while the keys cannot be fetched; the log of the domain records it, and the process log explains why', async () => {
    const hidden = await PublishedIssuer.start();
    hidden.isDown = true;
    await registerWorkload('hidden', { issuer: hidden.url });

    const answer = await requestToken(await project({ iss: hidden.url }));
    await hidden.stop();

    expect([answer.status, await findLogged(answer)]).toEqual([401, [{ client: 'hidden', data: { reason: 'keys-unavailable' } }]]);
    const requestId = answer.headers['x-request-id'];
    const event = stack.auth.events.find(({ msg, ...each }) => msg === 'client authentication failed' && each['requestId'] === requestId);
    expect(event).toMatchObject({ reason: 'keys-unavailable', detail: expect.stringContaining('answered with the status 500') });
  });
});

describe('docs/integrate/kubernetes.md', () => {
  /** The blocks of a language, without the indentation of the surrounding list. */
  const getBlocks = (language: string): string[] => getCodeBlocks(GUIDE, language).map((block) => block.replaceAll(/^ {3}/gm, ''));

  interface Projection {
    spec: {
      serviceAccountName: string;
      containers: { env: { name: string; value: string }[]; volumeMounts: { name: string; mountPath: string }[] }[];
      volumes: { name: string; projected: { sources: { serviceAccountToken: Record<string, unknown> }[] } }[];
    };
  }

  /** Runs a block of shell commands as an operator would, with a `kubectl` that stands in for the cluster. */
  async function runCommands(commands: string): Promise<string> {
    const environment = { PATH: `${folder}${delimiter}${process.env['PATH']}`, KEY: stack.management.apiKey, DOMAIN: domain };
    const { stdout } = await run('bash', ['--norc', '-euc', commands], { env: environment });
    return stdout;
  }

  async function writeKubectl(issuer: string): Promise<void> {
    const configuration = JSON.stringify({
      issuer,
      jwks_uri: 'https://10.0.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
    });
    const answers = `case "$3" in */jwks) echo '${JSON.stringify({ keys: [key.jwk] })}';; *) echo '${configuration}';; esac`;
    await writeFile(join(folder, 'kubectl'), `#!/bin/sh\n${answers}\n`);
    await chmod(join(folder, 'kubectl'), 0o755);
  }

  it('contains commands that register a pod, and client code that gets an access token while its token is current', async () => {
    const cluster = 'https://oidc.shop.example';
    const [register, authenticate, readLog] = getBlocks('sh').map((block) =>
      block.replaceAll('http://localhost:3000', stack.management.url),
    );
    const [program] = getBlocks('js');
    const [tokenFile, script] = [join(folder, 'token'), join(folder, 'client.mjs')];
    await writeKubectl(cluster);
    await stack.caller.delete(`/v1/domain/${domain}/client/orders`);
    await writeFile(script, `${program}\nconsole.log(JSON.stringify(await requestAccessToken()));\n`);
    const runClient = async (): Promise<{ access_token: string }> => {
      const environment = { PATH: process.env['PATH'], ISSUER: stack.issuerOf(domain), TOKEN_FILE: tokenFile };
      return JSON.parse((await run(process.execPath, ['--import', LOOPBACK_NAMES, script], { env: environment })).stdout);
    };

    await runCommands(`${register}\n${authenticate}`);
    await writeFile(tokenFile, await project({ iss: cluster }));
    const answer = await runClient();
    await writeFile(tokenFile, await project({ iss: cluster, exp: Math.floor(Date.now() / 1_000) - HOUR }));
    const refusal = await runClient().catch(({ stderr }: { stderr: string }) => stderr);

    expect(decodeJwt(answer.access_token)).toMatchObject({ client_id: 'orders', scope: 'read write' });
    expect(refusal).toContain('Error: invalid_client: client_assertion has expired');
    const [entry] = JSON.parse(await runCommands(`${/^API=.*$/m.exec(register!)![0]}\n${readLog}`)) as LogEntry[];
    expect(entry).toMatchObject({ client: 'orders', data: { reason: 'expired' } });
  });

  it('contains a manifest that projects a token for the issuer that its client code uses', () => {
    const [manifest] = getBlocks('yaml');
    const [account, pod] = loadAll(manifest!) as [{ kind: string; metadata: { name: string; namespace: string } }, Projection];
    const [container] = pod.spec.containers;
    const { ISSUER, TOKEN_FILE } = Object.fromEntries(container!.env.map(({ name, value }) => [name, value]));
    const [volume] = pod.spec.volumes;
    const { path, audience, expirationSeconds } = volume!.projected.sources[0]!.serviceAccountToken;

    expect(`system:serviceaccount:${account.metadata.namespace}:${pod.spec.serviceAccountName}`).toBe(SUBJECT);
    expect([audience, `${container!.volumeMounts[0]!.mountPath}/${String(path)}`]).toEqual([ISSUER, TOKEN_FILE]);
    expect(expirationSeconds).toBeGreaterThanOrEqual(600);
  });
});
