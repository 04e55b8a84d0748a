import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { TOKEN_EXCHANGE } from '@latchkey/oauth';
import { BY_LINK, codeRequest, InProcessAuth, SECRET, type ServedDomainOfTest, type Tokens } from './in-process-auth.fixture.js';
import { DEVICE_GRANT, type DeviceResponse } from './sign-in/device/device.fixture.js';
import { CookieBrowser, getHeading } from '../../../test/support/cookie-browser.js';
import type { Answer } from '../../../test/support/http.js';
import { CertificateIssuer, type IssuedCertificate } from '../../../test/support/certificates.js';
import { storeAuthentication, type Authentication } from './client-authentication/assertion/assertion.fixture.js';

const HEADER = 'x-ssl-client-cert';
const SERVICE = { grant_type: 'ClientCredentials', scope: 'read write' };

const issuer = new CertificateIssuer();
let auth: InProcessAuth;
let domain: ServedDomainOfTest;
let certificate: IssuedCertificate;
let expired: IssuedCertificate;
let other: IssuedCertificate;
/** Id of a client with the certificate's name. */
let orders: string;
/** Id of a client with the certificate's key. */
let payments: string;

beforeAll(async () => {
  auth = await InProcessAuth.start({
    environment: { CLIENT_CERT_HEADER: HEADER, TRUST_PROXY: 'loopback', MTLS_AUTH_URL: 'https://mtls.{domain}' },
  });
  domain = await auth.domain();
  const ca = await issuer.issue({ subject: 'CN=Shop CA', isAuthority: true });
  const subject = 'CN=orders,O=Shop';
  [certificate, expired, other] = [
    await issuer.issue({ subject, alternativeNames: [{ type: 'dns', value: 'orders.example.com' }] }, ca),
    await issuer.issue({ subject, validUntil: -1_000 }, ca),
    await issuer.issue({ subject: 'CN=other,O=Shop' }, ca),
  ];
  orders = await client([{ type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'subjectDn', certificate_value: subject }]);
  payments = await client([{ type: 'SelfSignedTlsClientAuth', jwks_uri: null, jwks: { keys: [certificate.publicJwk] } }]);
});

afterAll(() => auth.stop());

async function client(methods: Authentication['methods'], values: object = SERVICE, document: object = {}): Promise<string> {
  const clientId = await auth.client(domain, { ...values });
  await storeAuthentication(auth, { domain_id: domain.id, client_id: clientId }, { methods, ...document });
  return clientId;
}

interface Post {
  shown?: IssuedCertificate | null;
  headers?: Record<string, string>;
  host?: string;
}

function post(
  path: string,
  parameters: Record<string, string>,
  { shown = certificate, headers = {}, host = domain.name }: Post = {},
): Promise<Answer> {
  return auth.send(host, path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(shown && { [HEADER]: encodeURIComponent(shown.pem) }),
      ...headers,
    },
    body: new URLSearchParams(parameters).toString(),
  });
}

function requestToken(clientId: string, options?: Post, parameters: Record<string, string> = {}): Promise<Answer> {
  return post('/connect/token', { grant_type: 'client_credentials', client_id: clientId, ...parameters }, options);
}

/** A user of the domain signs in and allows the device. */
async function allowDevice(userCode: string): Promise<void> {
  const browser = new CookieBrowser(auth, domain.name);
  const body = JSON.stringify({ sub: await auth.user(domain), ...BY_LINK });
  await browser.request('/double/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const confirmation = await browser.press(await browser.request('/device'), 'Continue', { user_code: userCode });
  expect(getHeading(await browser.press(confirmation, 'Allow'))).toBe('Your device is connected');
}

const accessTokenOf = ({ json }: Answer) => (json as Tokens).access_token;
const confirmationOf = (answer: Answer) => decodeJwt(accessTokenOf(answer))['cnf'];
const errorOf = ({ status, json }: Answer) => [status, (json as { error: string }).error];
const thumbprintOf = async ({ certificate: { rawData } }: IssuedCertificate) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', rawData)).toString('base64url');

describe('clients with a certificate', () => {
  it('issues a token that is bound to the certificate, for its name or its key', async () => {
    const answers = [await requestToken(orders), await requestToken(payments)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const confirmation = { 'x5t#S256': await thumbprintOf(certificate) };
    expect(answers.map(confirmationOf)).toEqual([confirmation, confirmation]);
    expect(answers[0]!.json).toMatchObject({ token_type: 'Bearer', scope: 'read write' });
  });

  it('binds a token that the client gets by exchange to its certificate', async () => {
    const resource = { domain_id: domain.id, resource_id: 'stock', audience: 'https://stock.example.com' };
    await auth.rows.insert('resource', resource);
    await auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [domain.id]);
    const exchange = { mode: 'Delegation', resources: { stock: ['read'] } };
    const further = { clientCredentials: false, deviceCode: false, tokenExchange: exchange };
    const method = { type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'sanDns', certificate_value: 'orders.example.com' } as const;
    const clientId = await client([method], { ...SERVICE, further_grants: further });
    await auth.rows.insert('client_resource', { domain_id: domain.id, client_id: clientId, resource_id: 'stock', scopes: ['read'] });
    const form = {
      grant_type: TOKEN_EXCHANGE,
      client_id: clientId,
      subject_token: accessTokenOf(await requestToken(clientId)),
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: resource.audience,
    };

    const answer = await post('/connect/token', form);

    expect(answer).toMatchObject({ status: 200, json: { token_type: 'Bearer', scope: 'read' } });
    expect(confirmationOf(answer)).toEqual({ 'x5t#S256': await thumbprintOf(certificate) });
  });

  it.each<[string, () => Authentication['methods'][number]]>([
    ['name', () => ({ type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'sanDns', certificate_value: 'orders.example.com' })],
    ['key', () => ({ type: 'SelfSignedTlsClientAuth', jwks_uri: null, jwks: { keys: [certificate.publicJwk] } })],
  ])('binds the tokens of a device to its certificate, refreshed ones too: by its %s', async (_what, method) => {
    const device = await client([method()], { further_grants: { clientCredentials: false, deviceCode: true, tokenExchange: null } });
    const request = { client_id: device, scope: 'openid offline_access' };
    const { device_code, user_code } = (await post('/connect/device_authorization', request)).json as DeviceResponse;
    await allowDevice(user_code);

    const first = await post('/connect/token', { grant_type: DEVICE_GRANT, client_id: device, device_code });
    const refresh = { grant_type: 'refresh_token', client_id: device, refresh_token: (first.json as Tokens).refresh_token! };
    const withoutCertificate = await post('/connect/token', refresh, { shown: null });
    const second = await post('/connect/token', refresh);

    const confirmation = { 'x5t#S256': await thumbprintOf(certificate) };
    expect([first, second].map(confirmationOf)).toEqual([confirmation, confirmation]);
    expect(errorOf(withoutCertificate)).toEqual([401, 'invalid_client']);
  });

  it('issues the token at the mTLS host, which belongs to the same issuer', async () => {
    const answer = await requestToken(orders, { host: `mtls.${domain.name}` });

    expect(decodeJwt(accessTokenOf(answer))).toMatchObject({ iss: domain.issuer, sub: orders });
  });

  it('authenticates the client at every endpoint; introspection shows the binding of its tokens', async () => {
    const app = await client(
      [{ type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'sanDns', certificate_value: 'orders.example.com' }],
      {},
    );
    const token = accessTokenOf(await requestToken(orders));
    const { client_id: _id, ...request } = codeRequest(app).request;

    const pushed = await post('/connect/par', { ...request, client_id: app });
    const introspected = await post('/connect/introspect', { client_id: orders, token });
    const revoked = await post('/connect/revocation', { client_id: orders, token });
    const afterwards = await post('/connect/introspect', { client_id: orders, token });

    expect([pushed.status, introspected.status, revoked.status]).toEqual([201, 200, 200]);
    expect(introspected.json).toMatchObject({ active: true, cnf: { 'x5t#S256': await thumbprintOf(certificate) } });
    expect(afterwards.json).toEqual({ active: false });
  });

  it.each<[string, string, RegExp, () => Promise<Answer>]>([
    ['no certificate', 'invalid_client', /none was presented$/, () => requestToken(orders, { shown: null })],
    ['another name', 'invalid_client', /does not have the registered name/, () => requestToken(orders, { shown: other })],
    ['another key', 'invalid_client', /does not contain a key that is registered/, () => requestToken(payments, { shown: other })],
    ['an expired certificate', 'invalid_client', /has expired/, () => requestToken(orders, { shown: expired })],
    [
      'a certificate that the proxy could not verify',
      'invalid_client',
      /could not verify/,
      () => requestToken(orders, { headers: { 'x-ssl-client-verify': 'FAILED:unable to verify the first certificate' } }),
    ],
  ])('rejects a client with %s: %s', async (_what, error, description, request) => {
    const answer = await request();

    expect(errorOf(answer)).toEqual([401, error]);
    expect(answer.json).toMatchObject({ error_description: expect.stringMatching(description) });
  });

  it('accepts a registered key although the proxy could not verify the chain', async () => {
    expect((await requestToken(payments, { headers: { 'x-ssl-client-verify': 'FAILED:self-signed' } })).status).toBe(200);
  });

  it('rejects a secret that was removed from the client', async () => {
    expect(errorOf(await requestToken(orders, {}, { client_secret: SECRET }))).toEqual([401, 'invalid_client']);
  });
});

describe('unreadable certificates', () => {
  const unreadable = { [HEADER]: 'no certificate' };
  const description = /the one that was presented could not be read: the header x-ssl-client-cert .*\$ssl_client_escaped_cert$/;
  const refused = (error: string) => ({ error, error_description: expect.stringMatching(description) });
  /** Id of a client that authenticates by a secret and whose tokens are bound to any certificate. */
  let bound: string;

  beforeAll(async () => {
    bound = await client([{ type: 'ClientSecret', jwks_uri: null }], SERVICE, { sender_constraint: 'MutualTLS' });
  });

  it.each<[string, () => string, number]>([
    ['with tabs for new lines', () => certificate.pem.trim().replaceAll('\n', '\t'), 200],
    ['as DER in base64', () => Buffer.from(certificate.certificate.rawData).toString('base64'), 200],
    ['with another certificate', () => encodeURIComponent(certificate.pem + other.pem), 401],
    ['that was cut off', () => encodeURIComponent(certificate.pem).slice(0, 300), 401],
  ])('distinguishes an unreadable certificate from a certificate %s', async (_form, value, status) => {
    expect((await requestToken(orders, { shown: null, headers: { [HEADER]: value() } })).status).toBe(status);
  });

  it.each(['/connect/token', '/connect/par', '/connect/introspect', '/connect/revocation'])(
    'distinguishes an unreadable certificate from none for client authentication at %s',
    async (path) => {
      const parameters = { client_id: orders, grant_type: 'client_credentials', token: 'none' };
      const answers = [await post(path, parameters, { shown: null, headers: unreadable }), await post(path, parameters, { shown: null })];

      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(answers[0]!.json).toEqual(refused('invalid_client'));
      expect(answers[1]!.json).toMatchObject({ error_description: expect.stringMatching(/none was presented$/) });
    },
  );

  it('distinguishes an unreadable certificate from none for a bound token', async () => {
    const request = (options: Post) => requestToken(bound, { shown: null, ...options }, { client_secret: SECRET });

    expect((await request({ shown: certificate })).status).toBe(200);
    expect([(await request({ headers: unreadable })).json, (await request({})).json]).toEqual([
      refused('invalid_request'),
      { error: 'invalid_request', error_description: expect.stringMatching(/none was presented$/) },
    ]);
  });
});

describe('a certificate in the header of an untrusted peer', () => {
  it('authenticates no client by a header from an untrusted peer', async () => {
    const open = await InProcessAuth.start({ environment: { CLIENT_CERT_HEADER: HEADER, TRUST_PROXY: '192.0.2.0/24' } });
    try {
      const there = await open.domain();
      const clientId = await open.client(there, SERVICE);
      const methods = [{ type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'subjectDn', certificate_value: 'CN=orders,O=Shop' }];
      await storeAuthentication(open, { domain_id: there.id, client_id: clientId }, { methods });
      const answer = await open.send(there.name, '/connect/token', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', [HEADER]: encodeURIComponent(certificate.pem) },
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId }).toString(),
      });

      expect(errorOf(answer)).toEqual([401, 'invalid_client']);
    } finally {
      await open.stop();
    }
  });
});

describe('certificate-bound access tokens', () => {
  it('binds tokens to the certificate if the client requires it, whatever the authentication method', async () => {
    const clientId = await client([{ type: 'ClientSecret', jwks_uri: null }], SERVICE, { sender_constraint: 'MutualTLS' });
    const secret = { client_secret: SECRET };

    expect(confirmationOf(await requestToken(clientId, { shown: other }, secret))).toEqual({ 'x5t#S256': await thumbprintOf(other) });
    const bare = await requestToken(clientId, { shown: null }, secret);
    expect(errorOf(bare)).toEqual([400, 'invalid_request']);
    expect(bare.json).toMatchObject({ error_description: expect.stringMatching(/certificate/) });
  });

  it('does not bind tokens to a certificate that the client did not authenticate with', async () => {
    const clientId = await auth.client(domain, SERVICE);

    const answer = await requestToken(clientId, {}, { client_secret: SECRET });

    expect([answer.status, confirmationOf(answer)]).toEqual([200, undefined]);
  });

  it("accepts a user's token at userinfo only with its certificate", async () => {
    const app = await client(
      [{ type: 'TlsClientAuth', jwks_uri: null, certificate_name: 'subjectDn', certificate_value: 'CN=orders,O=Shop' }],
      {},
    );
    const { request, verifier } = codeRequest(app);
    const code = (await auth.browser(domain).signIn(request, { sub: await auth.user(domain) })).searchParams.get('code')!;
    const answer = await post('/connect/token', {
      grant_type: 'authorization_code',
      client_id: app,
      code,
      code_verifier: verifier,
      redirect_uri: request['redirect_uri']!,
    });
    const userinfo = (shown: IssuedCertificate | null) =>
      auth.send(domain.name, '/connect/userinfo', {
        headers: { Authorization: `Bearer ${accessTokenOf(answer)}`, ...(shown && { [HEADER]: encodeURIComponent(shown.pem) }) },
      });

    expect(confirmationOf(answer)).toEqual({ 'x5t#S256': await thumbprintOf(certificate) });
    expect((await Promise.all([certificate, other, null].map(userinfo))).map(({ status }) => status)).toEqual([200, 401, 401]);
  });
});

describe('mTLS in the discovery document', () => {
  it('announces certificate authentication and its endpoints', async () => {
    const { json } = await auth.send(domain.name, '/.well-known/openid-configuration');

    expect(json).toMatchObject({
      token_endpoint_auth_methods_supported: expect.arrayContaining(['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth']),
      tls_client_certificate_bound_access_tokens: true,
      mtls_endpoint_aliases: {
        token_endpoint: `https://mtls.${domain.name}/connect/token`,
        userinfo_endpoint: `https://mtls.${domain.name}/connect/userinfo`,
      },
    });
  });
});
