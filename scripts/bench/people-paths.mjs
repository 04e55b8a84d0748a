import { basic } from './http.mjs';
import { createAuthorizationRequest, exchangeCode, refresh, requestCode } from './sign-in.mjs';

/**
 * One request of a user's application, and its preparation.
 *
 * @typedef {import('./browser.mjs').Browser} Browser
 *
 * @typedef {import('./sign-in.mjs').Application} Application
 * @typedef {import('./people.mjs').PeopleTarget} PeopleTarget
 * @typedef {{ code?: string, verifier?: string, accessToken?: string, refreshToken?: string }} Prepared
 * @typedef {object} Path
 * @property {string} name
 * @property {number} atMost times the CPU of bare oidc-provider
 * @property {number} [weight] multiple of the usual number of requests per round, because cheap requests need more to warm up and to
 * measure
 * @property {number} [repeats] how often each prepared request is sent, for requests that change nothing or can continue
 * @property {(browser: Browser, target: PeopleTarget) => Promise<Prepared>} [prepare] not measured, once for each request
 * @property {(browser: Browser, target: PeopleTarget, prepared: Prepared) => Promise<unknown>} send
 */

/** @type {Path[]} */
export const PATHS = [
  { name: 'authorize', atMost: 2, send: (browser, { application }) => requestCode(browser, application) },
  {
    name: 'code exchange',
    atMost: 2,
    prepare: (browser, { application }) => requestCode(browser, application),
    send: (browser, { application }, { code = '', verifier = '' }) => exchangeCode(browser, application, { code, verifier }),
  },
  {
    name: 'refresh',
    atMost: 2,
    repeats: 10,
    prepare: requestTokens,
    // Each token replaces the one before.
    send: async (browser, { application }, prepared) => {
      prepared.refreshToken = (await refresh(browser, application, prepared.refreshToken ?? '')).refreshToken;
    },
  },
  {
    name: 'userinfo',
    atMost: 1.2,
    repeats: 10,
    prepare: requestOpaqueToken,
    send: (browser, _target, { accessToken }) =>
      expect(browser, '/connect/userinfo', { headers: { authorization: `Bearer ${accessToken}` }, contains: '"sub"' }),
  },
  {
    name: 'introspection',
    atMost: 1.2,
    repeats: 10,
    prepare: requestOpaqueToken,
    send: (browser, { opaque }, { accessToken = '' }) => introspect(browser, opaque, accessToken),
  },
  {
    name: 'refresh token introspection',
    atMost: 1.2,
    repeats: 10,
    prepare: requestTokens,
    send: (browser, { application }, { refreshToken = '' }) => introspect(browser, application, refreshToken),
  },
  {
    name: 'revocation',
    atMost: 2,
    prepare: requestOpaqueToken,
    send: (browser, { opaque }, { accessToken = '' }) => expect(browser, '/connect/revocation', asClient(opaque, { token: accessToken })),
  },
  {
    name: 'pushed request',
    atMost: 1.5,
    send: (browser, { application }) => {
      const { searchParams } = new URL(createAuthorizationRequest(application).path, browser.origin);
      const call = asClient(application, Object.fromEntries(searchParams));
      return expect(browser, '/connect/par', { ...call, status: 201, contains: 'request_uri' });
    },
  },
  {
    name: 'discovery',
    atMost: 0.5,
    weight: 2,
    send: (browser) => expect(browser, '/.well-known/openid-configuration', { contains: '"issuer"' }),
  },
  { name: 'key set', atMost: 0.5, weight: 2, send: (browser) => expect(browser, '/.well-known/jwks.json', { contains: '"keys"' }) },
];

/** @type {NonNullable<Path['prepare']>} */
async function requestOpaqueToken(browser, { opaque }) {
  return exchangeCode(browser, opaque, await requestCode(browser, opaque));
}

/** @type {NonNullable<Path['prepare']>} */
async function requestTokens(browser, { application }) {
  return exchangeCode(browser, application, await requestCode(browser, application));
}

/** @type {(browser: Browser, application: Application, token: string) => Promise<void>} */
function introspect(browser, application, token) {
  return expect(browser, '/connect/introspect', { ...asClient(application, { token }), contains: '"active":true' });
}

/** @param {Application} application @param {Record<string, string>} form */
function asClient({ clientId, secret }, form) {
  return { form, headers: { authorization: basic(clientId, secret) } };
}

/**
 * @param {Browser} browser
 * @param {string} path
 * @param {{ form?: Record<string, string>, headers?: Record<string, string>, status?: number, contains?: string }} options
 * @throws {Error} unless the answer has the status, 200 by default, and contains the text
 */
async function expect(browser, path, { status = 200, contains = '', ...call }) {
  const answer = await browser.send(path, call);
  if (answer.status !== status || !answer.body.includes(contains))
    throw new Error(`${path}: ${answer.status} ${answer.body.slice(0, 300)}`);
}
