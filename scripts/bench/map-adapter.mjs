/** Stores all data of bare oidc-provider without a limit, because the library's own adapter forgets all but the latest 1,000 records. */

/** @typedef {import('oidc-provider').AdapterPayload} Payload */

/** @type {Map<string, Payload>} */
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

  /** @param {string} id @param {Payload} payload */
  async upsert(id, payload) {
    const key = `${this.model}:${id}`;
    if (payload.uid) byUid.set(payload.uid, id);
    if (payload.grantId && this.model !== 'Session') byGrant.set(payload.grantId, (byGrant.get(payload.grantId) ?? new Set()).add(key));
    records.set(key, payload);
  }

  /** @param {string} id */
  async find(id) {
    return records.get(`${this.model}:${id}`);
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
    const payload = await this.find(id);
    if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
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
