import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { Product } from './product.mjs';
import { ServerProcess } from './server-process.mjs';
import { SignInBrowser, fieldsOf } from './signin-browser.mjs';
import { authorizationRequest } from './signin-flows.mjs';

/**
 * A server under test with a signed-in user.
 *
 * @typedef {object} SignInTarget
 * @property {string} name as in the report
 * @property {ServerProcess} server
 * @property {SignInBrowser} browser has the session
 * @property {import('./signin-flows.mjs').Application} application
 */

const REDIRECT_URI = 'https://app.example.com/callback';

/**
 * Bare oidc-provider with its in-memory adapter.
 *
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<SignInTarget>}
 */
export async function startBare(cpuProfiles) {
  const port = await freePort();
  const issuer = `http://bare.localhost:${port}`;
  const application = { clientId: 'bench', secret: randomBytes(32).toString('base64url'), redirectUri: REDIRECT_URI };
  const env = {
    BENCH_PORT: String(port),
    BENCH_ISSUER: issuer,
    BENCH_CLIENT_ID: application.clientId,
    BENCH_CLIENT_SECRET: application.secret,
    BENCH_REDIRECT_URI: REDIRECT_URI,
  };
  const server = new ServerProcess('bare', { args: [fileURLToPath(new URL('signin-bare.server.mjs', import.meta.url))], env, cpuProfiles });
  await server.ready(port, '/jwks');
  const browser = new SignInBrowser(port, issuer);
  let { page, path } = await browser.follow(await browser.send(authorizationRequest(application).path));
  /** @type {Record<string, string>[]} */
  const forms = [{ prompt: 'login', login: 'maria.muster', password: 'any' }, { prompt: 'consent' }];
  for (const form of forms) {
    ({ page, path } = await browser.follow(await browser.send(path, { form })));
  }
  if (page.location?.startsWith(REDIRECT_URI) !== true) throw new Error(`not signed in: ${page.status} ${page.body.slice(0, 500)}`);
  return { name: 'bare', server, browser, application };
}

/**
 * The product over PostgreSQL; the session starts with a magic link.
 *
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<SignInTarget>}
 */
export async function startProduct(cpuProfiles) {
  const product = await Product.start(cpuProfiles);
  const domain = await product.management.createDomain();
  const { server, port } = await product.startAuth('product', 0);
  const signedIn = await signInByLink({ product, port, domain }, 'maria.muster');
  return { name: 'product', server, ...signedIn };
}

/**
 * Creates a client and a user of a domain, and signs the user in.
 *
 * @param {{ product: Product, port: number, domain: string }} target `port`: of the auth server
 * @param {string} username
 * @returns {Promise<Pick<SignInTarget, 'browser' | 'application'>>} the browser has the session
 */
export async function signInByLink({ product: { management, settings }, port, domain }, username) {
  const clientId = `app-of-${username}`;
  const client = { grantType: 'AuthorizationCode', scope: 'openid profile offline_access', redirectUris: [REDIRECT_URI] };
  const secret = await management.createClient(domain, clientId, client);
  const sub = await management.createUser(domain, username);
  const issuer = (settings['AUTH_URL'] ?? '').replace('{domain}', domain);
  const browser = new SignInBrowser(port, issuer);
  const link = new URL(await management.createMagicLink(domain, sub, REDIRECT_URI));
  const landing = await browser.send(link.pathname + link.search);
  const signedIn = await browser.send(link.pathname, { form: fieldsOf(landing.body, link.pathname) });
  if (signedIn.status !== 303) throw new Error(`not signed in: ${signedIn.status} ${signedIn.body.slice(0, 500)}`);
  return { browser, application: { clientId, secret, redirectUri: REDIRECT_URI } };
}
