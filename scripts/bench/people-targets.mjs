import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { Product } from './product.mjs';
import { ServerProcess } from './server-process.mjs';
import { SignInBrowser } from './signin-browser.mjs';
import { authorizationRequest } from './signin-flows.mjs';
import { signInByLink } from './signin-targets.mjs';

/**
 * A server under test with a signed-in user.
 *
 * @typedef {import('./signin-flows.mjs').Application} Application
 * @typedef {object} PeopleTarget
 * @property {'bare' | 'product'} name
 * @property {ServerProcess} server
 * @property {SignInBrowser} browser has the session
 * @property {Application} application gets JWT access tokens
 * @property {Application} opaque gets access tokens that the server can introspect, revoke and show claims for
 * @property {Application} service of client credentials
 * @property {import('./database.mjs').Database | null} database
 */

const REDIRECT_URI = 'https://app.example.com/callback';

/**
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<PeopleTarget>}
 */
export async function startBare(cpuProfiles) {
  const port = await freePort();
  const issuer = `http://bare.localhost:${port}`;
  const secret = randomBytes(32).toString('base64url');
  const env = { BENCH_PORT: String(port), BENCH_ISSUER: issuer, BENCH_CLIENT_SECRET: secret, BENCH_REDIRECT_URI: REDIRECT_URI };
  const args = [fileURLToPath(new URL('people-bare.server.mjs', import.meta.url))];
  const server = await new ServerProcess('bare', { args, env, cpuProfiles }).ready(port, '/.well-known/jwks.json');
  const browser = new SignInBrowser(port, issuer);
  const [application, opaque, service] = ['bench', 'opaque', 'service'].map((clientId) => ({
    clientId,
    secret,
    redirectUri: REDIRECT_URI,
  }));
  if (!application || !opaque || !service) throw new Error('no clients');
  const { page, path } = await browser.follow(await browser.send(authorizationRequest(application).path));
  const answer = await browser.send(path, { form: { prompt: 'login', login: 'maria.muster', password: 'any' } });
  const { left } = await browser.follow(answer);
  if (!left?.href.startsWith(REDIRECT_URI)) throw new Error(`not signed in: ${page.status} ${answer.status} ${answer.body.slice(0, 500)}`);
  return { name: 'bare', server, browser, application, opaque, service, database: null };
}

/**
 * The product over PostgreSQL; the session starts with a magic link.
 *
 * @param {string | undefined} cpuProfiles
 * @returns {Promise<PeopleTarget>}
 */
export async function startProduct(cpuProfiles) {
  const product = await Product.start(cpuProfiles);
  const domain = await product.management.createDomain();
  const { server, port } = await product.startAuth('product', 0);
  const { browser, application } = await signInByLink({ product, port, domain }, 'maria.muster');
  const service = { clientId: 'service', secret: await product.management.createClient(domain, 'service'), redirectUri: '' };
  return { name: 'product', server, browser, application, opaque: application, service, database: product.database };
}
