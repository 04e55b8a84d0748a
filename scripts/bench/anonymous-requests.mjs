import { createHash, randomBytes } from 'node:crypto';
import { REDIRECT_URI } from './sign-in.mjs';

/**
 * Every kind of request that an unauthenticated client can send to the auth server, with the most expensive input that its limits allow.
 *
 * @typedef {import('./browser.mjs').Browser} Browser
 *
 * @typedef {object} Visitor
 * @property {Browser} browser with its own interaction
 * @property {string} signIn path of the interaction's page
 * @property {string} csrf what its forms bring
 * @property {string} asset path of what its pages load
 * @typedef {object} AnonymousRequest
 * @property {string} label
 * @property {(visitor: Visitor) => Promise<import('./browser.mjs').Page>} send
 * @property {number[]} statuses that its responses may have
 */

const PUBLIC_CLIENT = 'app';
const MAX_PARAMETERS = 100;
const CLAIMS = JSON.stringify({ userinfo: Object.fromEntries(Array.from({ length: 400 }, (_none, n) => [`claim_${n}`, null])) });

const filling = (/** @type {number} */ length) => 'x'.repeat(length);
const randomName = () => `nobody-${randomBytes(8).toString('hex')}`;
const many = (/** @type {number} */ count) => Array.from({ length: count }, (_none, n) => `p${n}`).join('&');

/**
 * An authorization request with the maximum number and length of parameters.
 *
 * @param {number} [bytes] of all parameters
 *
 * @returns {Record<string, string>}
 */
export function createLargestAuthorization(bytes = 15_000) {
  const request = {
    client_id: PUBLIC_CLIENT,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    state: filling(2_048),
    nonce: filling(2_048),
    claims: CLAIMS.slice(0, 8_192),
  };
  const others = Array.from({ length: MAX_PARAMETERS - Object.keys(request).length - 1 }, (_none, n) => [`p${n}`, 'x']);
  const all = { ...request, ...Object.fromEntries(others) };
  return { ...all, login_hint: filling(Math.max(1, bytes - new URLSearchParams(all).toString().length)) };
}

/** @param {Record<string, string>} parameters */
const query = (parameters) => new URLSearchParams(parameters).toString();

/** @param {string} path @param {number} status @returns {AnonymousRequest} */
const get = (path, status) => ({ label: `GET ${path.split('?')[0]}`, send: ({ browser }) => browser.send(path), statuses: [status] });

/**
 * @param {string} target path, perhaps with a comma and more words
 * @param {Record<string, string> | string} form a long one already encoded, so that encoding it does not slow the load
 * @param {number[]} statuses
 * @returns {AnonymousRequest}
 */
const post = (target, form, statuses) => ({
  label: `POST ${target}`,
  send: ({ browser }) => browser.send(target.split(',')[0] ?? '', { form }),
  statuses,
});

/** @param {string} form path below the interaction @param {Record<string, string>} fields @param {string} what @returns {AnonymousRequest} */
const submit = (form, fields, what) => ({
  label: `POST /sign-in/{uid}${form}, ${what}`,
  send: ({ browser, signIn, csrf }) => browser.send(`${signIn}${form}`, { form: { csrf, username: randomName(), ...fields } }),
  statuses: [303],
});

/** @returns {AnonymousRequest[]} */
export function anonymousRequests() {
  return [...operational(), ...protocol(), ...signOut(), ...refused(), ...signInForms(), ...pages()];
}

/** @returns {AnonymousRequest[]} */
function operational() {
  const documents = ['openid-configuration', 'oauth-authorization-server', 'jwks.json'].map((name) => get(`/.well-known/${name}`, 200));
  const health = ['/healthz', '/readyz', '/metrics'].map((path) => get(path, 200));
  /** @type {AnonymousRequest} */
  const asset = { label: 'GET /assets/{name}', send: ({ browser, asset: path }) => browser.send(path), statuses: [200] };
  return [...health, get(`/tls/ask?domain=${filling(250)}`, 404), ...documents, asset, get('/nothing', 404)];
}

/** @returns {AnonymousRequest[]} */
function protocol() {
  const authorization = createLargestAuthorization();
  const client = { client_id: PUBLIC_CLIENT };
  const token = filling(30_000);
  return [
    { ...get(`/connect/authorize?${query(authorization)}`, 303), label: 'GET /connect/authorize, stored' },
    post('/connect/authorize, sent on by a page', authorization, [200, 303]),
    post('/connect/authorize?own, stored', authorization, [303]),
    get('/connect/authorize/unknown', 400),
    post('/connect/par, public client', authorization, [201]),
    post('/connect/token, wrong code', { ...client, grant_type: 'authorization_code', code: token, redirect_uri: REDIRECT_URI }, [400]),
    post('/connect/token, wrong refresh token', { ...client, grant_type: 'refresh_token', refresh_token: token }, [400]),
    post('/connect/token, wrong secret', { grant_type: 'client_credentials', client_id: 'bench', client_secret: token }, [401]),
    post('/connect/introspect, wrong secret', { client_id: 'bench', client_secret: 'wrong', token }, [401]),
    post('/connect/revocation, public client', { ...client, token }, [200]),
    {
      label: 'GET /connect/userinfo, wrong token',
      send: ({ browser }) => browser.send('/connect/userinfo', { headers: { authorization: `Bearer ${filling(15_000)}` } }),
      statuses: [401],
    },
    {
      label: 'GET /connect/verify, wrong token',
      send: ({ browser }) => browser.send('/connect/verify?audience=a', { headers: { authorization: `Bearer ${filling(15_000)}` } }),
      statuses: [401],
    },
    { ...get(`/connect/verify?${many(3_000)}`, 400), label: 'GET /connect/verify, 3,000 parameters' },
  ];
}

/** @returns {AnonymousRequest[]} */
function signOut() {
  const endSession = { id_token_hint: filling(10_000), state: filling(2_048), client_id: PUBLIC_CLIENT };
  return [
    get(`/connect/endsession?${query(endSession)}`, 400),
    {
      ...get(`/connect/endsession?${query({ state: filling(2_048), ui_locales: filling(12_000) })}`, 303),
      label: 'GET /connect/endsession, no hint',
    },
    post('/connect/endsession', endSession, [200, 303]),
    post('/connect/endsession/confirm', { xsrf: filling(30_000) }, [200]),
    get(`/connect/endsession/success?ui_locales=${filling(15_000)}`, 200),
  ];
}

/** @returns {AnonymousRequest[]} */
function refused() {
  return [
    { ...get(`/connect/authorize?${many(3_000)}`, 400), label: 'GET /connect/authorize, 3,000 parameters' },
    {
      ...get(`/connect/authorize?${query({ ...createLargestAuthorization(), redirect_uri: 'https://app.example.com/calback' })}`, 400),
      label: 'GET /connect/authorize, wrong redirect URI',
    },
    post('/connect/authorize?own, 20,000 parameters', many(20_000), [400]),
    post('/connect/par, 250 KB', query({ state: filling(250_000) }), [400]),
  ];
}

/** @returns {AnonymousRequest[]} */
function signInForms() {
  const longest = filling(300);
  return [
    { label: 'GET /sign-in/{uid}', send: ({ browser, signIn: path }) => browser.send(`${path}?${many(500)}`), statuses: [200] },
    submit('', { username: `${randomName()}${longest}`.slice(0, 320) }, 'unknown name'),
    { label: 'GET /sign-in/{uid}/methods', send: ({ browser, signIn: path }) => browser.send(`${path}/methods`), statuses: [200] },
    submit('/authenticator-app/code', { code: '123456' }, 'unknown name'),
    submit('/recovery-code/code', { code: 'ABCDE-FGHJK-MNPQR-STVWX' }, 'unknown name'),
    submit('/email', {}, 'unknown name'),
    submit('/sms', {}, 'unknown name'),
    {
      label: 'POST /sign-in/{uid}/passkey/options',
      send: ({ browser, signIn: path, csrf }) => browser.send(`${path}/passkey/options`, { json: { csrf, username: randomName() } }),
      statuses: [200],
    },
    {
      label: 'POST /sign-in/{uid}/passkey, 60 KB',
      send: ({ browser, signIn: path, csrf }) =>
        browser.send(`${path}/passkey`, {
          json: { csrf, response: { id: 'unknown', rawId: 'unknown', type: 'public-key', filling: filling(60_000) } },
        }),
      statuses: [200, 303, 400],
    },
  ];
}

/** @returns {AnonymousRequest[]} */
function pages() {
  return [
    get(`/connect/magiclink?token=${filling(43)}`, 400),
    post('/connect/magiclink, unknown link', { token: filling(43) }, [400, 403, 410]),
    get('/account', 303),
    get('/account/welcome', 400),
    get(`/connect/federation/unknown?code=${filling(7_000)}&state=${filling(7_000)}`, 400),
    post('/connect/federation/unknown/logout', { logout_token: filling(16_000) }, [400, 404]),
  ];
}
