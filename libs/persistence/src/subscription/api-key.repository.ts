import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../connection/database.js';
import { ApiKey, type ApiKeyRole } from './api-key.entity.js';

/** Of a key that the previous release has created, its role decides. */
const PERMISSIONS = `coalesce(permissions, CASE role WHEN 'admin' THEN '{*}'::text[] ELSE '{*:read}' END)`;

const LIVE_KEY = `SELECT id, subscription_id AS "subscriptionId", name, ${PERMISSIONS} AS permissions, domains, networks FROM api_key`;
const FIND_LIVE_KEY = {
  name: 'find-live-api-key',
  // control: a revoked API key is refused
  // control: an expired API key is refused
  text: `${LIVE_KEY} WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};
const FIND_LIVE_KEY_BY_ID = `${LIVE_KEY} WHERE id = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

const UPSERT_KEY = `
  INSERT INTO api_key (subscription_id, name, hash) VALUES ($1, $2, $3)
  ON CONFLICT (hash) DO UPDATE SET revoked_at = NULL, name = EXCLUDED.name WHERE api_key.subscription_id = EXCLUDED.subscription_id
  RETURNING id`;

const STORED_KEY = `
  SELECT id, subscription_id AS "subscriptionId", name, ${PERMISSIONS} AS permissions, domains, networks, expires_at AS "expiresAt",
    created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt" FROM api_key`;
// control: an API key belongs to its subscription
// control: a key limited to domains sees only keys that are limited to these
const FIND_WITHIN = `${STORED_KEY} WHERE subscription_id = $1 AND revoked_at IS NULL AND ($2::text[] IS NULL OR domains <@ $2::text[])`;
const ORDER = 'ORDER BY created_at, id';

/** What a key may do, where and how long. */
export type ApiKeyConfiguration = Pick<ApiKey, 'name' | 'domains' | 'networks' | 'expiresAt'> & { permissions: string[] };

/** A key as it is stored, without its hash. */
export type StoredApiKey = ApiKeyConfiguration & Pick<ApiKey, 'id' | 'subscriptionId' | 'createdAt' | 'lastUsedAt' | 'revokedAt'>;

/** The keys that a caller sees: those of its subscription; if it is limited to domains, those that are limited to some of these. */
export interface ApiKeyScope {
  subscriptionId: string;
  /** Null for all. */
  domains: readonly string[] | null;
}

/** A valid key. */
export type LiveApiKey = Pick<ApiKey, 'id' | 'subscriptionId' | 'name' | 'domains' | 'networks'> & { permissions: string[] };

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Finds the key with this hash unless it was revoked. It runs on every request, so that every replica rejects a revoked key immediately.
   */
  async findLive(hash: Buffer): Promise<LiveApiKey | null> {
    const [key] = await this.database.queryPrepared<LiveApiKey>(FIND_LIVE_KEY, [hash]);
    return key ?? null;
  }

  /** The same by the id of the key, within the current transaction. */
  async findLiveById(id: string): Promise<LiveApiKey | null> {
    const [key]: LiveApiKey[] = await this.database.manager.query(FIND_LIVE_KEY_BY_ID, [id]);
    return key ?? null;
  }

  /** Locks all keys of a subscription against changes until the transaction ends, because they are counted. */
  async lockAll(subscriptionId: string): Promise<void> {
    await this.database.manager.query('SELECT FROM subscription WHERE id = $1 FOR NO KEY UPDATE', [subscriptionId]);
  }

  /** The number of keys of a subscription that were not revoked. */
  count(subscriptionId: string): Promise<number> {
    return this.rows.countBy({ subscriptionId, revokedAt: IsNull() });
  }

  async create(key: ApiKeyConfiguration & Pick<ApiKey, 'subscriptionId' | 'hash'>): Promise<StoredApiKey> {
    const { identifiers } = await this.rows.insert({ ...key, role: getRole(key) });
    const [created]: StoredApiKey[] = await this.database.manager.query(`${STORED_KEY} WHERE id = $1`, [identifiers[0]!['id']]);
    return created!;
  }

  /** Replaces what a key may do, where and how long. Its secret stays. */
  async replace(id: string, configuration: ApiKeyConfiguration): Promise<void> {
    await this.rows.update({ id }, { ...configuration, role: getRole(configuration) });
  }

  /** Records when keys were last used. */
  async recordUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.database.manager.query(
      `UPDATE api_key SET last_used_at = used.at FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at)
       WHERE api_key.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`,
      [[...uses.keys()], [...uses.values()]],
    );
  }

  /**
   * Makes the service accept the key with this hash, and no other key of that name.
   * @returns false if the key belongs to another subscription
   */
  async replaceByName(subscriptionId: string, name: string, hash: Buffer): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.lockAll(subscriptionId);
      const upserted: { id: string }[] = await this.database.manager.query(UPSERT_KEY, [subscriptionId, name, hash]);
      if (!upserted[0]) return false;
      await this.database.manager.query(
        'UPDATE api_key SET revoked_at = now() WHERE subscription_id = $1 AND name = $2 AND id <> $3 AND revoked_at IS NULL',
        [subscriptionId, name, upserted[0].id],
      );
      return true;
    });
  }

  /** The keys of a scope that were not revoked, oldest first; expired ones too. */
  list({ subscriptionId, domains }: ApiKeyScope): Promise<StoredApiKey[]> {
    return this.database.manager.query(`${FIND_WITHIN} ${ORDER}`, [subscriptionId, domains]);
  }

  /** A key of a scope that was not revoked, even if it has expired. */
  async find({ subscriptionId, domains }: ApiKeyScope, id: string): Promise<StoredApiKey | null> {
    const [key]: StoredApiKey[] = await this.database.manager.query(`${FIND_WITHIN} AND id = $3`, [subscriptionId, domains, id]);
    return key ?? null;
  }

  /** Every key of a subscription, including revoked ones, oldest first. */
  listAll(subscriptionId: string): Promise<StoredApiKey[]> {
    return this.database.manager.query(`${STORED_KEY} WHERE subscription_id = $1 ${ORDER}`, [subscriptionId]);
  }

  /** The subscription of a key; null if there is no such key. */
  async findSubscriptionId(id: string): Promise<string | null> {
    const key = await this.rows.findOne({ where: { id }, select: { id: true, subscriptionId: true } });
    return key?.subscriptionId ?? null;
  }

  /** @returns false if there is no such key, or it was already revoked */
  async revoke(id: string): Promise<boolean> {
    const { affected } = await this.rows.update({ id, revokedAt: IsNull() }, { revokedAt: () => 'now()' });
    return affected === 1;
  }

  private get rows() {
    return this.database.manager.getRepository(ApiKey);
  }
}

/** Replicas of the previous release know no limits, and must not let a limited key do everything. */
function getRole({ permissions, domains, networks }: ApiKeyConfiguration): ApiKeyRole {
  return permissions.includes('*') && domains === null && networks === null ? 'admin' : 'read-only';
}
