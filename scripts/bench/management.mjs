import { send } from './http.mjs';

/** The calls to the management API that benches need. */
export class Management {
  /** @param {number} port @param {string} apiKey */
  constructor(port, apiKey) {
    this.port = port;
    this.apiKey = apiKey;
  }

  /** @returns {Promise<string>} the name of a new domain under the sandbox zone */
  async createDomain() {
    return (await this.#call('POST /v1/domain', 201)).domain;
  }

  /** @param {string} domain */
  async deleteDomain(domain) {
    await this.#call(`DELETE /v1/domain/${domain}`, 204);
  }

  /**
   * @param {string} domain
   * @param {string} clientId
   * @param {object} [configuration] differences from a confidential client with client credentials
   * @returns {Promise<string>} its secret
   */
  async createClient(domain, clientId, configuration = {}) {
    const client = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read', ...configuration };
    return (await this.#call(`PUT /v1/domain/${domain}/client/${clientId}`, 200, client)).clientSecret;
  }

  /** @param {string} domain @param {string} clientId */
  async deleteClient(domain, clientId) {
    await this.#call(`DELETE /v1/domain/${domain}/client/${clientId}`, 200);
  }

  /**
   * Chooses the only methods by which a client may authenticate.
   *
   * @param {string} domain
   * @param {string} clientId
   * @param {object[]} methods each with `type`
   */
  async setAuthenticationMethods(domain, clientId, methods) {
    const document = { methods, senderConstraint: null, profile: null };
    await this.#call(`PUT /v1/domain/${domain}/client/${clientId}/authentication`, 201, document);
  }

  /**
   * @param {string} domain
   * @param {string} name
   * @param {{ issuer: string, clientId: string, clientSecret: string }} provider
   */
  async createIdentityProvider(domain, name, provider) {
    const body = { ...provider, displayName: name, scopes: ['openid'], claimMapping: {}, enabled: true };
    await this.#call(`PUT /v1/domain/${domain}/provider/${name}`, 200, body);
  }

  /** @param {string} domain @param {string} preferredUsername @returns {Promise<string>} the `sub` of the new user */
  async createUser(domain, preferredUsername) {
    const attributes = { email: `${preferredUsername}@example.com` };
    const user = { preferredUsername, name: 'Maria Muster', attributes };
    return (await this.#call(`POST /v1/domain/${domain}/user`, 200, user)).sub;
  }

  /**
   * @param {string} domain
   * @param {string} sub
   * @param {string} redirectUri
   * @returns {Promise<string>} a URL that signs the user in once
   */
  async createMagicLink(domain, sub, redirectUri) {
    return (await this.#call(`POST /v1/domain/${domain}/user/${sub}/magiclink`, 201, { redirectUri })).uri;
  }

  /**
   * @param {string} route method and path
   * @param {number} expected status
   * @param {object} [body]
   * @returns {Promise<any>} the parsed answer, null without one
   */
  async #call(route, expected, body) {
    const [method = '', path = ''] = route.split(' ');
    const headers = { 'x-api-key': this.apiKey, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await send({ port: this.port, method, path, headers, body: body ? JSON.stringify(body) : '' });
    if (answer.status !== expected) throw new Error(`${route}: ${answer.status} instead of ${expected}: ${answer.body}`);
    return answer.body ? JSON.parse(answer.body) : null;
  }
}
