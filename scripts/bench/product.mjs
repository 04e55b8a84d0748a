import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { freePort } from '../free-port.mjs';
import { authenticationMethod, generateClientKeys } from './client-keys.mjs';
import { startDatabase } from './database.mjs';
import { ALL_CORES, FEEDING_CORE, pin, SERVER_CORE } from './machine.mjs';
import { Management } from './management.mjs';
import { ServerProcess } from './server-process.mjs';
import { METHODS } from './token-requests.mjs';

/**
 * A client at its domain.
 *
 * @typedef {object} Party
 * @property {string} host
 * @property {string} issuer
 * @property {string} clientId
 * @property {string} secret
 * @property {import('./client-keys.mjs').ClientKeys} [keys] for the methods other than the secret
 *
 * @typedef {import('./rounds.mjs').Target} Target
 * @typedef {import('./token-requests.mjs').MethodName} MethodName
 * @typedef {{ probing?: boolean, settings?: Record<string, string> }} ProductOptions `probing`: whether both services answer
 *   readSurvivingMemory; `settings` that differ from production
 */

const ROOT = new URL('../../', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
/** The load generator acts as the proxy that has terminated TLS. */
const BEHIND_PROXY = { TRUST_PROXY: 'loopback', CLIENT_CERT_HEADER: 'client-cert' };
/** The warm-up grows with the number of domains, so that it requests each of them once. */
const WARM_UP_SECONDS = 10;
const DOMAINS_PER_WARM_UP_SECOND = 2_000;

/** Imports a library of the built product. @type {(name: string) => Promise<any>} */
export function importLib(name) {
  return import(new URL(`build/libs/${name}/src/index.js`, ROOT).href);
}

/**
 * The built product as `npm run start:management` and `start:auth` run it: with PostgreSQL, logs and metrics, but without the rate limit.
 */
export class Product {
  /** @type {ServerProcess | undefined} */
  #managementServer;

  /** @param {import('./database.mjs').Database} database @param {Record<string, string>} settings @param {boolean} probing */
  constructor(database, settings, probing) {
    this.database = database;
    this.settings = settings;
    this.probing = probing;
    this.management = new Management(Number(settings['MANAGEMENT_PORT']), settings['BOOTSTRAP_API_KEY'] ?? '');
  }

  /** Starts the database and the management API. @param {ProductOptions} [options] @returns {Promise<Product>} */
  static async start({ probing = false, settings = {} } = {}) {
    if (!existsSync(new URL('dist/apps/auth/src/main.js', ROOT))) throw new Error('The product is not built: run "npm run build" first');
    const database = await startDatabase();
    await (await importLib('persistence')).migrate(database.url);
    const ports = { management: await freePort(), auth: await freePort() };
    const product = new Product(database, { ...createSettings(database.url, ports), ...settings }, probing);
    product.#managementServer = (await product.startManagement()).server;
    return product;
  }

  get managementServer() {
    return /** @type {ServerProcess} */ (this.#managementServer);
  }

  /** Lets management, the database and some auth servers use all cores. @param {ServerProcess[]} authServers */
  unpin(...authServers) {
    const servers = [this.managementServer, ...authServers];
    for (const pid of [this.database.pid, ...servers.map(({ child }) => child.pid)]) pin(pid, ALL_CORES);
  }

  /** @returns {Promise<Party>} a client of a new domain */
  async createParty() {
    const domain = await this.management.createDomain();
    const clientId = `client-${randomBytes(4).toString('hex')}`;
    const secret = await this.management.createClient(domain, clientId);
    return { ...this.locate(domain), clientId, secret };
  }

  /** @param {string} domain */
  locate(domain) {
    const issuer = (this.settings['AUTH_URL'] ?? '').replace('{domain}', domain);
    return { host: new URL(issuer).host, issuer };
  }

  /**
   * Registers another client at each of the domains, with a single authentication method.
   *
   * @param {readonly Party[]} parties
   *
   * @param {MethodName} method
   */
  async createClients(parties, method) {
    const { credential } = METHODS[method];
    const created = [];
    for (const party of parties) {
      const clientId = `client-${randomBytes(4).toString('hex')}`;
      const [domain, keys] = [domainOf(party), await generateClientKeys(clientId)];
      const secret = await this.management.createClient(domain, clientId);
      if (credential !== 'secret')
        await this.management.setAuthenticationMethods(domain, clientId, [authenticationMethod(credential, keys)]);
      created.push({ ...party, clientId, secret, keys });
    }
    return created;
  }

  /**
   * Starts a replica of the auth server.
   *
   * @param {string} name
   *
   * @param {Party[]} parties that request tokens from it
   * @param {MethodName} [method]
   * @returns {Promise<Target>}
   */
  async startAuth(name, parties = [], method = 'secret') {
    const settings = METHODS[method].credential === 'certificate' ? BEHIND_PROXY : {};
    const { server, port } = await this.#serve('auth', { name, settings });
    const warmUpSeconds = WARM_UP_SECONDS + parties.length / DOMAINS_PER_WARM_UP_SECOND;
    return { name, method, server, port, parties, warmUpSeconds, jwksPath: '/.well-known/jwks.json', database: this.database };
  }

  /** Starts a replica of the management API. The first one uses the port of the settings. */
  startManagement() {
    const isFirst = this.#managementServer === undefined;
    return this.#serve('management', { name: 'management', ...(isFirst && { port: this.management.port }) });
  }

  /**
   * @param {'management' | 'auth'} app
   * @param {{ name: string, port?: number, settings?: Record<string, string> }} options
   */
  async #serve(app, { name, port: given, settings = {} }) {
    const port = given ?? (await freePort());
    // "exec node" precedes the arguments.
    const args = scripts[`start:${app}`].split(' ').slice(2);
    const env = { ...this.settings, ...settings, [`${app.toUpperCase()}_PORT`]: String(port) };
    const cores = app === 'auth' ? SERVER_CORE : FEEDING_CORE;
    return { port, server: await new ServerProcess(name, { args, env, cores, probing: this.probing }).ready(port, '/readyz') };
  }
}

/** @type {(party: Party) => string} the name of its domain */
export function domainOf({ issuer }) {
  return new URL(issuer).hostname;
}

/** @type {(databaseUrl: string, ports: { management: number, auth: number }) => Record<string, string>} */
function createSettings(databaseUrl, ports) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SANDBOX_ZONE: 'sandbox.localhost',
    // All replicas answer for the URL of this one port.
    AUTH_URL: `https://{domain}:${ports.auth}`,
    MANAGEMENT_URL: `http://localhost:${ports.management}`,
    MANAGEMENT_PORT: String(ports.management),
    LISTEN_ADDRESS: '127.0.0.1',
    BOOTSTRAP_API_KEY: randomBytes(32).toString('base64url'),
    RATE_LIMIT: 'off',
    // Nothing is sent during the measurement.
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'no-reply@example.com',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
  };
}
