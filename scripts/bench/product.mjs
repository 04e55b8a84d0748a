import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { onEnd } from './cleanup.mjs';
import { authenticationMethod, generateClientKeys } from './client-keys.mjs';
import { startDatabase } from './database.mjs';
import { Management } from './management.mjs';
import { METHODS } from './methods.mjs';
import { FEEDING_CORE } from './pinning.mjs';
import { ServerProcess } from './server-process.mjs';
import { WARM_UP_SECONDS } from './target.mjs';

/**
 * The product as it is deployed: both processes over PostgreSQL, logs and metrics on, only the rate limit off.
 *
 * @typedef {import('./target.mjs').Target} Target
 * @typedef {import('./target.mjs').Party} Party
 */

const DIST = new URL('../../dist/', import.meta.url);
const PROVISIONING_CONCURRENCY = 4;
/** With more domains the warm-up is longer, so that every domain has been requested before the first round. */
const DOMAINS_PER_WARM_UP_SECOND = 2_000;
/** The load generator plays the proxy that has ended TLS. */
const BEHIND_PROXY = { TRUST_PROXY: 'loopback', CLIENT_CERT_HEADER: 'client-cert' };

export class Product {
  /** @type {Party[]} */
  parties = [];
  /** @type {ServerProcess | null} */
  managementServer = null;
  #cpuProfiles;
  #probing;

  /**
   * @param {import('./database.mjs').Database} database
   * @param {Record<string, string>} settings
   * @param {{ cpuProfiles: string | undefined, probing: boolean | undefined }} options
   */
  constructor(database, settings, { cpuProfiles, probing }) {
    this.database = database;
    this.settings = settings;
    this.#cpuProfiles = cpuProfiles;
    this.#probing = probing;
    this.management = new Management(Number(settings['MANAGEMENT_PORT']), settings['BOOTSTRAP_API_KEY'] ?? '');
  }

  /**
   * Starts the database and the management API.
   *
   * @param {string | undefined} cpuProfiles
   * @param {boolean} [probing] whether both processes answer readSurvivingMemory
   * @param {Record<string, string>} [further] settings that differ from production
   * @returns {Promise<Product>}
   */
  static async start(cpuProfiles, probing, further = {}) {
    if (!existsSync(new URL('apps/auth/src/main.js', DIST))) throw new Error('the product is not built: run "npm run build" first');
    const database = await startDatabase();
    onEnd(() => database.stop());
    const { migrate } = await import(new URL('libs/persistence/src/index.js', DIST).href);
    await migrate(database.url);
    const settings = { ...settingsFor(database.url, { management: await freePort(), auth: await freePort() }), ...further };
    const product = new Product(database, settings, { cpuProfiles, probing });
    product.managementServer = await product.#serve('management', 'management', { port: Number(product.settings['MANAGEMENT_PORT']) });
    return product;
  }

  /**
   * Registers domains, each with its own key and one confidential client.
   *
   * @param {number} count
   */
  async provision(count) {
    const wanted = Array.from({ length: count - this.parties.length });
    this.parties.push(...(await inParallel(wanted, () => this.createParty())));
  }

  /**
   * Registers one more client at each of the provisioned domains, which may authenticate by one method only.
   *
   * @param {import('./client-keys.mjs').Credential} credential
   * @param {number} count of domains, the first ones
   * @returns {Promise<Party[]>}
   */
  createClients(credential, count) {
    return inParallel(this.parties.slice(0, count), async (party) => {
      const clientId = `client-${randomBytes(4).toString('hex')}`;
      const keys = generateClientKeys(clientId);
      const secret = await this.management.createClient(domainOf(party), clientId);
      if (credential !== 'secret') {
        const method = authenticationMethod(credential, keys);
        await this.management.setAuthenticationMethod(domainOf(party), clientId, method);
      }
      return { ...party, clientId, secret, keys };
    });
  }

  /** @returns {Promise<Party>} a client of a new domain */
  async createParty() {
    const domain = await this.management.createDomain();
    const clientId = `client-${randomBytes(4).toString('hex')}`;
    const secret = await this.management.createClient(domain, clientId);
    const issuer = (this.settings['AUTH_URL'] ?? '').replace('{domain}', domain);
    return { host: new URL(issuer).host, issuer, clientId, secret };
  }

  /**
   * Starts one more replica of the auth server, for the first `domains` of the provisioned domains.
   *
   * @param {string} name
   * @param {number} domains
   * @param {{ method: import('./methods.mjs').MethodName, parties: Party[] }} [clients] who asks it for tokens
   * @returns {Promise<Target>}
   */
  async startAuth(name, domains, { method, parties } = { method: 'secret', parties: this.parties }) {
    const port = await freePort();
    const server = await this.#serve('auth', name, { port, settings: METHODS[method].credential === 'certificate' ? BEHIND_PROXY : {} });
    const warmUpSeconds = WARM_UP_SECONDS + domains / DOMAINS_PER_WARM_UP_SECOND;
    const target = { name, method, server, port, parties: parties.slice(0, domains) };
    return { ...target, warmUpSeconds, jwksPath: '/.well-known/jwks.json', usesDatabase: true };
  }

  /**
   * Starts one more replica of the management API.
   *
   * @param {string} name
   */
  async startManagement(name) {
    const port = await freePort();
    return { port, server: await this.#serve('management', name, { port }) };
  }

  /**
   * @param {'management' | 'auth'} app
   * @param {string} name
   * @param {{ port: number, settings?: Record<string, string> }} options
   */
  async #serve(app, name, { port, settings = {} }) {
    const args = [
      '--import',
      new URL('libs/server/src/source-maps.js', DIST).href,
      '--max-semi-space-size=16',
      '--no-allocation-site-pretenuring',
      fileURLToPath(new URL(`apps/${app}/src/main.js`, DIST)),
    ];
    const env = { ...this.settings, ...settings, [app === 'auth' ? 'AUTH_PORT' : 'MANAGEMENT_PORT']: String(port) };
    const probing = this.#probing;
    const server = new ServerProcess(name, {
      args,
      env,
      cpuProfiles: this.#cpuProfiles,
      probing,
      ...(app === 'management' && { core: FEEDING_CORE }),
    });
    onEnd(() => server.stop());
    return server.ready(port, '/readyz');
  }
}

/**
 * @template T, R
 * @param {T[]} items
 * @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>} in the order of the items
 */
async function inParallel(items, work) {
  /** @type {R[]} */
  const results = [];
  let next = 0;
  const workAll = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(/** @type {T} */ (items[index]));
    }
  };
  await Promise.all(Array.from({ length: PROVISIONING_CONCURRENCY }, workAll));
  return results;
}

/** @param {Party} party @returns {string} the name of its domain */
export function domainOf({ host }) {
  return host.slice(0, host.lastIndexOf(':'));
}

/**
 * @param {string} databaseUrl
 * @param {{ management: number, auth: number }} ports all replicas answer for the auth URL of this one port
 * @returns {Record<string, string>}
 */
function settingsFor(databaseUrl, ports) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SANDBOX_ZONE: 'sandbox.localhost',
    AUTH_URL: `https://{domain}:${ports.auth}`,
    MANAGEMENT_URL: `http://localhost:${ports.management}`,
    MANAGEMENT_PORT: String(ports.management),
    LISTEN_ADDRESS: '127.0.0.1',
    BOOTSTRAP_API_KEY: randomBytes(32).toString('base64url'),
    RATE_LIMIT: 'off',
    // Nothing is sent while we measure.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@example.com',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
  };
}
