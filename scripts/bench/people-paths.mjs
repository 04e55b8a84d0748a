import { basic } from './http.mjs';
import { authorizationRequest, exchangeCode, refresh, requestCode } from './signin-flows.mjs';

/**
 * One request of a person's application, and what has to exist before it.
 *
 * @typedef {import('./signin-browser.mjs').SignInBrowser} SignInBrowser
 * @typedef {import('./people-targets.mjs').PeopleTarget} PeopleTarget
 * @typedef {{ code?: string, verifier?: string, accessToken?: string, refreshToken?: string }} Prepared
 * @typedef {object} Path
 * @property {string} name
 * @property {number} goal times the CPU of bare oidc-provider
 * @property {number} [weight] how many times the usual number of requests a round has: cheap requests need more to warm up and to measure
 * @property {number} [repeats] how many times each prepared request is sent: for cheap requests that change nothing
 * @property {(browser: SignInBrowser, target: PeopleTarget) => Promise<Prepared>} [prepare] not measured, once for each request
 * @property {(browser: SignInBrowser, target: PeopleTarget, prepared: Prepared) => Promise<unknown>} send
 */

/** @type {Path[]} */
export const PATHS = [
  { name: 'authorize', goal: 1.8, send: (browser, { application }) => requestCode(browser, application) },
  {
    name: 'code exchange',
    goal: 1.8,
    prepare: (browser, { application }) => requestCode(browser, application),
    send: (browser, { application }, { code = '', verifier = '' }) => exchangeCode(browser, application, { code, verifier }),
  },
  {
    name: 'refresh',
    goal: 1.5,
    prepare: (browser, { application }) => requestTokens(browser, application),
    send: (browser, { application }, { refreshToken = '' }) => refresh(browser, application, refreshToken),
  },
  {
    name: 'userinfo',
    goal: 1.2,
    repeats: 10,
    prepare: (browser, { opaque }) => requestTokens(browser, opaque),
    send: (browser, _target, { accessToken }) =>
      expect(browser, '/connect/userinfo', { headers: { authorization: `Bearer ${accessToken}` }, contains: '"sub"' }),
  },
  {
    name: 'introspection',
    goal: 1.2,
    repeats: 10,
    prepare: (browser, { opaque }) => requestTokens(browser, opaque),
    send: (browser, { opaque }, { accessToken = '' }) =>
      expect(browser, '/connect/introspect', { ...asClient(opaque, { token: accessToken }), contains: '"active":true' }),
  },
  {
    name: 'revocation',
    goal: 2,
    prepare: (browser, { opaque }) => requestTokens(browser, opaque),
    send: (browser, { opaque }, { accessToken = '' }) => expect(browser, '/connect/revocation', asClient(opaque, { token: accessToken })),
  },
  {
    name: 'PAR',
    goal: 1.5,
    send: (browser, { application }) => {
      const query = new URL(authorizationRequest(application).path, browser.origin).searchParams;
      return expect(browser, '/connect/par', { ...asClient(application, Object.fromEntries(query)), status: 201, contains: 'request_uri' });
    },
  },
  {
    name: 'discovery',
    goal: 0.5,
    weight: 10,
    send: (browser) => expect(browser, '/.well-known/openid-configuration', { contains: '"issuer"' }),
  },
  { name: 'JWKS', goal: 0.5, weight: 10, send: (browser) => expect(browser, '/.well-known/jwks.json', { contains: '"keys"' }) },
  {
    name: 'token, odd shape',
    goal: 1.5,
    send: (browser, { service }) =>
      expect(browser, '/connect/token', {
        ...asClient(service, { grant_type: 'client_credentials', state: 'bench' }),
        contains: '"access_token"',
      }),
  },
];

/**
 * @param {SignInBrowser} browser
 * @param {import('./signin-flows.mjs').Application} application
 */
async function requestTokens(browser, application) {
  return exchangeCode(browser, application, await requestCode(browser, application));
}

/**
 * @param {import('./signin-flows.mjs').Application} application
 * @param {Record<string, string>} form
 */
function asClient({ clientId, secret }, form) {
  return { form, headers: { authorization: basic(clientId, secret) } };
}

/**
 * @param {SignInBrowser} browser
 * @param {string} path
 * @param {{ form?: Record<string, string>, headers?: Record<string, string>, status?: number, contains?: string }} options
 * @throws {Error} unless the answer has the status, 200 by default, and contains the text
 */
async function expect(browser, path, { status = 200, contains = '', ...call }) {
  const answer = await browser.send(path, call);
  if (answer.status !== status || !answer.body.includes(contains))
    throw new Error(`${path}: ${answer.status} ${(/<pre>.*/.exec(answer.body)?.[0] ?? answer.body).slice(0, 300)}`);
}
