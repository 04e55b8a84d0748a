import { Agent } from 'node:http';
import { basic, send } from './http.mjs';
import { createAuthorizationRequest, REDIRECT_URI } from './sign-in.mjs';

/**
 * Domains that auth servers get continuous requests about. Every response is checked: while a domain exists, its responses must not change;
 * once its deletion has been answered, each new request must get 404.
 *
 * @typedef {import('./management.mjs').Management} Management
 *
 * @typedef {{ kind: string, method: string, path: string, headers: Record<string, string>, body: string, expected: number }} ProbeRequest
 * @typedef {object} ProbedDomain
 * @property {string} name
 * @property {ProbeRequest[]} requests
 * @property {number} deletionSentAt by performance.now(); Infinity before
 * @property {number} deletionConfirmedAt when the answer had arrived; Infinity before
 */

/** The number of recently deleted domains that get requests, in addition to existing ones. */
const REMEMBERED = 20;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export class ProbedDomains {
  /** @type {ProbedDomain[]} */
  live = [];
  /** @type {ProbedDomain[]} the last ones */
  deleted = [];
  /** Responses other than 404 to requests that began after a 204. @type {string[]} */
  late = [];
  /** Unexpected responses while the domain existed, and responses that no request should get. @type {string[]} */
  failed = [];
  /** @type {Map<string, { all: number, live: number, late: number }>} how many requests there were, by kind */
  counts = new Map();
  #agent = new Agent({ keepAlive: true });
  #stopping = new AbortController();
  /** @type {Promise<void>[]} */
  #probing = [];

  /** @param {number[]} ports of the auth servers */
  constructor(ports) {
    this.ports = ports;
  }

  /**
   * Creates a domain with everything that requests need.
   *
   * @param {Management} management
   *
   * @returns {Promise<ProbedDomain>}
   */
  async create(management) {
    const name = await management.createDomain();
    const [secret, , sub] = await Promise.all([
      management.createClient(name, 'service'),
      management.createClient(name, 'app', {
        grantType: 'AuthorizationCode',
        scope: 'openid profile offline_access',
        redirectUris: [REDIRECT_URI],
      }),
      management.createUser(name, 'somebody.else'),
    ]);
    const link = new URL(await management.createMagicLink(name, sub, 'https://app.example.com/'));
    return { name, requests: await this.#createRequests(name, secret, link), deletionSentAt: Infinity, deletionConfirmedAt: Infinity };
  }

  /** @param {number} connections */
  start(connections) {
    this.#probing = Array.from({ length: connections }, (_, n) => this.#probeRepeatedly(n));
  }

  async stop() {
    this.#stopping.abort();
    await Promise.all(this.#probing);
    this.#agent.destroy();
  }

  /**
   * Deletes a domain, and sends every request to every server as soon as the deletion is answered.
   *
   * @param {ProbedDomain} domain
   * @param {Management} management
   */
  async delete(domain, management) {
    domain.deletionSentAt = performance.now();
    await management.deleteDomain(domain.name);
    domain.deletionConfirmedAt = performance.now();
    this.live.splice(this.live.indexOf(domain), 1);
    this.deleted = [...this.deleted.slice(1 - REMEMBERED), domain];
    await Promise.all(this.ports.flatMap((port) => domain.requests.map((probe) => this.#probe(port, domain, probe))));
  }

  /** Keeps the number of domains constant. @param {Management} management */
  async replaceOldest(management) {
    this.live.push(await this.create(management));
    await this.delete(/** @type {ProbedDomain} */ (this.live[0]), management);
  }

  /** @param {'all' | 'live' | 'late'} which @returns {number} */
  total(which) {
    return [...this.counts.values()].reduce((sum, count) => sum + count[which], 0);
  }

  /** @param {number} n the first domain, different for each call */
  async #probeRepeatedly(n) {
    for (let turn = n; !this.#stopping.signal.aborted; turn += 1) {
      const domains = turn % 4 === 0 && this.deleted.length > 0 ? this.deleted : this.live;
      const domain = domains[Math.floor(Math.random() * domains.length)];
      const probe = domain?.requests[Math.floor(Math.random() * domain.requests.length)];
      if (domain && probe) await this.#probe(/** @type {number} */ (this.ports[turn % this.ports.length]), domain, probe);
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /**
   * @param {number} port
   * @param {ProbedDomain} domain
   * @param {ProbeRequest} probe
   */
  async #probe(port, domain, probe) {
    const begun = performance.now();
    const isLate = begun > domain.deletionConfirmedAt;
    const seen = await this.#send(port, domain.name, probe).then(
      ({ status }) => status,
      (/** @type {Error} */ error) => error.message,
    );
    const isLive = performance.now() < domain.deletionSentAt;
    const count = this.counts.get(probe.kind) ?? { all: 0, live: 0, late: 0 };
    this.counts.set(probe.kind, { all: count.all + 1, live: count.live + Number(isLive), late: count.late + Number(isLate) });
    const phase = isLate ? 'after the 204' : isLive ? 'before the deletion' : 'while it was deleted';
    const what = `${probe.kind} of ${domain.name}, ${phase}: ${seen}`;
    if (isLate && seen !== 404) this.late.push(what);
    // A request that began before the deletion was answered may find a part of the domain, but must not fail otherwise.
    const isBroken = typeof seen !== 'number' || seen >= 500;
    if (isLive ? seen !== probe.expected : isBroken) this.failed.push(what);
  }

  /** @type {(port: number, host: string, probe: ProbeRequest) => Promise<import('./http.mjs').Answer>} */
  #send(port, host, { method, path, headers, body }) {
    return send({ port, method, path, headers: { host, ...headers }, body, agent: this.#agent });
  }

  /** @type {(name: string, secret: string, link: URL) => Promise<ProbeRequest[]>} */
  async #createRequests(name, secret, link) {
    const authorize = get('authorization request', createAuthorizationRequest({ clientId: 'app' }).path, 303);
    const { status, headers } = await this.#send(/** @type {number} */ (this.ports[0]), name, authorize);
    if (status !== 303) throw new Error(`no sign-in at ${name}: ${status}`);
    const page = new URL(headers.location ?? '', `http://${name}`);
    const cookie = (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    const authorization = basic('service', secret);
    const post = { method: 'POST', headers: { ...FORM, authorization } };
    return [
      { kind: 'token', path: '/connect/token', body: 'grant_type=client_credentials', expected: 200, ...post },
      { kind: 'introspection', path: '/connect/introspect', body: 'token=unknown', expected: 200, ...post },
      get('discovery', '/.well-known/openid-configuration', 200),
      get('key set', '/.well-known/jwks.json', 200),
      authorize,
      { ...get('sign-in page', `${page.pathname}${page.search}`, 200), headers: { cookie } },
      get('magic link page', `${link.pathname}${link.search}`, 200),
    ];
  }
}

/** @type {(kind: string, path: string, expected: number) => ProbeRequest} */
function get(kind, path, expected) {
  return { kind, method: 'GET', path, headers: {}, body: '', expected };
}
