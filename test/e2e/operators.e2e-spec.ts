import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startManagement, type StartedManagement } from '../support/management.js';
import { provisionClient } from '../support/service-client.js';
import { SignInStack } from '../support/sign-in-stack.js';
import { buildServiceAccountClaims, generateClusterKey, type ClusterKey } from '../support/workload-issuer.js';

const MANAGEMENT_URL = 'https://api.example.com';
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const CLUSTER = 'https://kubernetes.default.svc.cluster.local';

let stack: SignInStack;
let key: ClusterKey;
/** The domain that issues the tokens of operators. */
let issuingDomain: string;
/** A management API that accepts them. */
let management: StartedManagement;

beforeAll(async () => {
  [stack, key] = await Promise.all([SignInStack.start(), generateClusterKey()]);
  issuingDomain = await stack.caller.registerDomain();
  management = await startManagement(stack.database.url, {
    MANAGEMENT_URL,
    MANAGEMENT_ISSUERS: stack.issuerOf(issuingDomain),
    AUTH_URL: `http://{domain}:${stack.auth.port}`,
    AUTH_PORT: String(stack.auth.port),
    WORKER: 'off',
  });
});

afterAll(async () => {
  await management.stop();
  await stack.stop();
});

/** An access token for the management API that a pod gets with the token of its service account. */
async function requestToken(): Promise<string> {
  const assertion = await key.sign(buildServiceAccountClaims({ iss: CLUSTER, aud: [stack.issuerOf(issuingDomain)] }));
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    resource: MANAGEMENT_URL,
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
  });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { json, text } = await stack.auth.send(issuingDomain, '/connect/token', { method: 'POST', headers, body: body.toString() });
  const { access_token: token } = json as { access_token?: string };
  if (token === undefined) throw new Error(`no access token: ${text}`);
  return token;
}

describe('a pod', () => {
  it('manages domains by the token of its service account, without a secret, and the log names it', async () => {
    await provisionClient(stack.caller, issuingDomain, { clientId: 'gitops', configuration: { audiences: [MANAGEMENT_URL] } });
    const method = { type: 'FederatedJwt', issuer: CLUSTER, subject: 'system:serviceaccount:shop:orders', jwks: { keys: [key.jwk] } };
    await stack.caller.put(`/v1/domain/${issuingDomain}/client/gitops/authentication`, { methods: [method] });
    const [shop, other] = [await stack.caller.registerDomain(), await stack.caller.registerDomain()];
    const operator = {
      issuer: stack.issuerOf(issuingDomain),
      subject: 'gitops',
      name: 'GitOps',
      permissions: ['client:write'],
      domains: [shop],
    };
    const caller = management.as(management.apiKey);
    expect((await caller.put('/v1/operator/gitops', operator)).status).toBe(201);
    const authorization = `Bearer ${await requestToken()}`;
    const put = (domain: string) =>
      management.send(`/v1/domain/${domain}/client/app`, {
        method: 'PUT',
        headers: { authorization, 'Content-Type': 'application/json' },
        body: JSON.stringify({ clientType: 'Public', grantType: 'AuthorizationCode', scope: 'openid' }),
      });

    // On a busy machine the first fetch of the issuer's keys can take longer than its time limit.
    await eventually(async () => (await put(other)).status !== 503, { timeoutMs: 60_000, intervalMs: 1_000 });
    expect([(await put(shop)).status, (await put(other)).status]).toEqual([200, 404]);
    expect((await management.send('/v1/domain', { headers: { authorization } })).status).toBe(403);

    const { json } = await caller.get(`/v1/domain/${shop}/log?type=client.created`);
    expect(json).toMatchObject([{ actor: { type: 'operator', id: 'gitops', name: 'GitOps' }, client: 'app' }]);
    await caller.delete('/v1/operator/gitops');
    expect((await put(shop)).status).toBe(401);
  });
});
