/**
 * Everything of bare oidc-provider in a Map, without limit: the library's own adapter forgets all but the latest 1,000 records.
 *
 * @typedef {{ payload: import('oidc-provider').AdapterPayload, expiresAt: number }} Stored
 */
/** @type {Map<string, Stored>} */
const records = new Map();
/** The records that end with a grant, by its id. @type {Map<string, Set<string>>} */
const byGrant = new Map();
/** The ids of sessions, by their uid. @type {Map<string, string>} */
const byUid = new Map();

export class MapAdapter {
  /** @param {string} model */
  constructor(model) {
    this.model = model;
  }

  /**
   * @param {string} id
   * @param {import('oidc-provider').AdapterPayload} payload
   * @param {number} [expiresIn] seconds
   */
  async upsert(id, payload, expiresIn = Infinity) {
    const key = `${this.model}:${id}`;
    if (payload.uid) byUid.set(payload.uid, id);
    if (payload.grantId && this.model !== 'Session') byGrant.set(payload.grantId, (byGrant.get(payload.grantId) ?? new Set()).add(key));
    records.set(key, { payload, expiresAt: Date.now() + expiresIn * 1000 });
  }

  /** @param {string} id */
  async find(id) {
    const stored = records.get(`${this.model}:${id}`);
    return stored && stored.expiresAt > Date.now() ? stored.payload : undefined;
  }

  /** @param {string} uid */
  async findByUid(uid) {
    return this.find(byUid.get(uid) ?? '');
  }

  async findByUserCode() {
    return undefined;
  }

  /** @param {string} id */
  async consume(id) {
    const stored = records.get(`${this.model}:${id}`);
    if (stored) stored.payload.consumed = Math.floor(Date.now() / 1000);
  }

  /** @param {string} id */
  async destroy(id) {
    records.delete(`${this.model}:${id}`);
  }

  /** @param {string} grantId */
  async revokeByGrantId(grantId) {
    for (const key of byGrant.get(grantId) ?? []) records.delete(key);
    byGrant.delete(grantId);
  }
}
