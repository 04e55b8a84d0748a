import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createLargestAuthorization } from './anonymous-requests.mjs';
import { onEnd } from './run-bench.mjs';
import { REDIRECT_URI } from './sign-in.mjs';

/**
 * A tenant that makes verification as expensive as permitted: RSA with 4,096 bits with the largest exponent, ten keys in each of ten
 * methods, the same key ids in all of them, and an identity provider whose set has 200 keys, half of them with one key id and half without.
 *
 * @typedef {import('./anonymous-requests.mjs').AnonymousRequest} AnonymousRequest
 *
 * @typedef {import('./management.mjs').Management} Management
 */

const CLIENT = 'hostile';
const PROVIDER = 'hostile';
const PROVIDER_CLIENT = 'latchkey';
const METHODS = 10;
const KEYS = 10;
const PROVIDER_KEYS = 200;
const MODULUS_BYTES = 512;
const LIFETIME_SECONDS = 300;
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A public key without a private one, which is not needed to forge a signature. @param {string} [kid] */
function createKey(kid) {
  const modulus = randomBytes(MODULUS_BYTES);
  modulus[0] = (modulus[0] ?? 0) | 0x80;
  modulus[MODULUS_BYTES - 1] = (modulus[MODULUS_BYTES - 1] ?? 0) | 1;
  return { kty: 'RSA', n: modulus.toString('base64url'), e: '_____w', ...(kid !== undefined && { kid }) };
}

/** @param {object} header @param {object} claims a random signature below any modulus */
function forge(header, claims) {
  const encode = (/** @type {object} */ part) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signature = randomBytes(MODULUS_BYTES);
  signature[0] = 0;
  return `${encode({ alg: 'PS256', ...header })}.${encode(claims)}.${signature.toString('base64url')}`;
}

const times = () => {
  const iat = Math.floor(Date.now() / 1_000);
  return { iat, exp: iat + LIFETIME_SECONDS, jti: randomUUID() };
};

/** @param {Management} management @param {string} domain */
export async function createHostileTenant(management, domain) {
  await management.createClient(domain, CLIENT, {
    grantType: 'AuthorizationCode',
    scope: 'openid',
    clientType: 'Confidential',
    redirectUris: [REDIRECT_URI],
  });
  const methods = Array.from({ length: METHODS }, () => ({
    type: 'PrivateKeyJwt',
    jwks: { keys: Array.from({ length: KEYS }, (_none, n) => createKey(`key-${n}`)) },
  }));
  await management.setAuthenticationMethods(domain, CLIENT, methods);
  await management.createIdentityProvider(domain, PROVIDER, {
    issuer: await startIdentityProvider(),
    clientId: PROVIDER_CLIENT,
    clientSecret: 'secret',
  });
}

/** @type {string} */
let upstreamIssuer;

/** @returns {Promise<string>} its issuer */
async function startIdentityProvider() {
  const keys = Array.from({ length: PROVIDER_KEYS }, (_none, n) => createKey(n % 2 === 0 ? 'key-1' : undefined));
  const server = createServer((incoming, response) => {
    const metadata = {
      issuer: upstreamIssuer,
      jwks_uri: `${upstreamIssuer}/jwks`,
      authorization_endpoint: `${upstreamIssuer}/authorize`,
      token_endpoint: `${upstreamIssuer}/token`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['PS256'],
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(incoming.url === '/jwks' ? { keys } : metadata));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  onEnd(() => void server.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  upstreamIssuer = `http://localhost:${port}`;
  return upstreamIssuer;
}

/** @param {string} issuer @param {object} header */
function assertionParameters(issuer, header) {
  const claims = { iss: CLIENT, sub: CLIENT, aud: issuer, ...times(), filling: 'x'.repeat(4_000) };
  return { client_assertion_type: ASSERTION_TYPE, client_assertion: forge(header, claims) };
}

/** @param {string} issuer @param {object} header */
function requestObject(issuer, header) {
  const { client_id: _client, claims: _claims, ...parameters } = createLargestAuthorization(6_000);
  return forge(header, { ...parameters, client_id: CLIENT, iss: CLIENT, aud: issuer, ...times() });
}

/** @param {object} header */
function logoutToken(header) {
  const claims = {
    iss: upstreamIssuer,
    aud: PROVIDER_CLIENT,
    sub: 'someone',
    events: { [LOGOUT_EVENT]: {} },
    ...times(),
    filling: 'x'.repeat(4_000),
  };
  return forge(header, claims);
}

/** @returns {AnonymousRequest[]} */
export function hostileRequests() {
  return [...tokensOf('without kid', {}), ...tokensOf('with the kid of many keys', { kid: 'key-1' }), proof()];
}

const GRANT = { grant_type: 'client_credentials' };

/** @param {string} what @param {object} header */
function tokensOf(what, header) {
  return [
    request(`POST /connect/token, hostile assertion ${what}`, 401, ({ browser }) =>
      browser.send('/connect/token', { form: { ...GRANT, ...assertionParameters(browser.origin, header) } }),
    ),
    request(`GET /connect/authorize, hostile request object ${what}`, 400, ({ browser }) =>
      browser.send(`/connect/authorize?${new URLSearchParams({ client_id: CLIENT, request: requestObject(browser.origin, header) })}`),
    ),
    request(`POST /connect/federation/{name}/logout, hostile token ${what}`, 400, ({ browser }) =>
      browser.send(`/connect/federation/${PROVIDER}/logout`, { form: { logout_token: logoutToken(header) } }),
    ),
  ];
}

/** @returns {AnonymousRequest} */
function proof() {
  const form = { grant_type: 'authorization_code', client_id: 'app', code: 'x', redirect_uri: REDIRECT_URI };
  return request('POST /connect/token, hostile DPoP proof', 400, ({ browser }) => {
    const claims = { htm: 'POST', htu: `${browser.origin}/connect/token`, ...times(), filling: 'x'.repeat(4_000) };
    return browser.send('/connect/token', { form, headers: { dpop: forge({ typ: 'dpop+jwt', jwk: createKey() }, claims) } });
  });
}

/** @param {string} label @param {number} status @param {AnonymousRequest['send']} send @returns {AnonymousRequest} */
function request(label, status, send) {
  return { label, send, statuses: [status] };
}
