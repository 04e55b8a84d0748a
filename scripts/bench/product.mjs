import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onEnd } from './cleanup.mjs';
import { startDatabase } from './database.mjs';
import { Management } from './management.mjs';
import { FEEDING_CORE } from './pinning.mjs';
import { ServerProcess, freePort } from './server-process.mjs';
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
   * @returns {Promise<Product>}
   */
  static async start(cpuProfiles, probing) {
    if (!existsSync(new URL('apps/auth/src/main.js', DIST))) throw new Error('the product is not built: run "npm run build" first');
    const database = await startDatabase();
    onEnd(() => database.stop());
    const { migrate } = await import(new URL('libs/persistence/src/index.js', DIST).href);
    await migrate(database.url);
    const settings = settingsFor(database.url, { management: await freePort(), auth: await freePort() });
    const product = new Product(database, settings, { cpuProfiles, probing });
    product.managementServer = await product.#serve('management', 'management', Number(product.settings['MANAGEMENT_PORT']));
    return product;
  }

  /**
   * Registers domains, each with its own key and one confidential client.
   *
   * @param {number} count
   */
  async provision(count) {
    const provisionAll = async () => {
      while (this.parties.length + pending < count) {
        pending += 1;
        const party = await this.createParty();
        pending -= 1;
        this.parties.push(party);
      }
    };
    let pending = 0;
    await Promise.all(Array.from({ length: PROVISIONING_CONCURRENCY }, provisionAll));
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
   * @returns {Promise<Target>}
   */
  async startAuth(name, domains) {
    const port = await freePort();
    const server = await this.#serve('auth', name, port);
    const warmUpSeconds = WARM_UP_SECONDS + domains / DOMAINS_PER_WARM_UP_SECOND;
    const jwksPath = '/.well-known/jwks.json';
    return { name, server, port, parties: this.parties.slice(0, domains), warmUpSeconds, jwksPath, usesDatabase: true };
  }

  /**
   * @param {'management' | 'auth'} app
   * @param {string} name
   * @param {number} port
   */
  async #serve(app, name, port) {
    const args = [
      '--enable-source-maps',
      '--max-semi-space-size=16',
      '--no-allocation-site-pretenuring',
      fileURLToPath(new URL(`apps/${app}/src/main.js`, DIST)),
    ];
    const env = { ...this.settings, [app === 'auth' ? 'AUTH_PORT' : 'MANAGEMENT_PORT']: String(port) };
    const probing = this.#probing;
    const server = new ServerProcess(
      name,
      app === 'auth' ? { args, env, cpuProfiles: this.#cpuProfiles, probing } : { args, env, core: FEEDING_CORE, probing },
    );
    onEnd(() => server.stop());
    return server.ready(port, '/readyz');
  }
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
