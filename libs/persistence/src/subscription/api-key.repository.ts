import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../connection/database.js';
import { ApiKey, type ApiKeyRole } from './api-key.entity.js';

/** Of a key that the previous release has created, its role decides. */
const PERMISSIONS = `coalesce(permissions, CASE role WHEN 'admin' THEN '{*}'::text[] ELSE '{*:read}' END)`;

const FIND_LIVE_KEY = {
  name: 'find-live-api-key',
  // control: a revoked API key is refused
  // control: an expired API key is refused
  text: `SELECT id, subscription_id AS "subscriptionId", name, ${PERMISSIONS} AS permissions, domains, networks FROM api_key
         WHERE hash = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
};

const UPSERT_KEY = `
  INSERT INTO api_key (subscription_id, name, hash) VALUES ($1, $2, $3)
  ON CONFLICT (hash) DO UPDATE SET revoked_at = NULL WHERE api_key.subscription_id = EXCLUDED.subscription_id
  RETURNING id`;

/** The properties of a new key. @property expiresInDays null if it does not expire */
export type NewApiKey = Pick<ApiKey, 'subscriptionId' | 'name' | 'hash'> & { permissions: readonly string[]; expiresInDays: number | null };

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

  /** @returns its id */
  async create({ expiresInDays, permissions, ...values }: NewApiKey): Promise<string> {
    const expiresAt = expiresInDays === null ? null : () => `now() + make_interval(days => ${Number(expiresInDays)})`;
    const { identifiers } = await this.rows.insert({ ...values, permissions: [...permissions], role: getRole(permissions), expiresAt });
    return (identifiers[0] as { id: string }).id;
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
      const upserted: { id: string }[] = await this.database.manager.query(UPSERT_KEY, [subscriptionId, name, hash]);
      if (!upserted[0]) return false;
      await this.database.manager.query(
        'UPDATE api_key SET revoked_at = now() WHERE subscription_id = $1 AND name = $2 AND id <> $3 AND revoked_at IS NULL',
        [subscriptionId, name, upserted[0].id],
      );
      return true;
    });
  }

  /** Every key of a subscription, including revoked ones, oldest first. */
  async list(subscriptionId: string): Promise<ApiKey[]> {
    const keys = await this.rows.find({ where: { subscriptionId }, order: { createdAt: 'ASC', id: 'ASC' } });
    return keys.map((key) => ({ ...key, permissions: key.permissions ?? (key.role === 'admin' ? ['*'] : ['*:read']) }));
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

/** Replicas of the previous release must not let a limited key do everything. */
function getRole(permissions: readonly string[]): ApiKeyRole {
  return permissions.includes('*') ? 'admin' : 'read-only';
}
