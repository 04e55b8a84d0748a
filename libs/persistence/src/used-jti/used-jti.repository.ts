import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import type { UsedJti } from './used-jti.entity.js';

/** A use of a JWT. */
export interface JtiUse extends Pick<UsedJti, 'domainId' | 'hash'> {
  /** Seconds for which the JWT could still be accepted. */
  lifetime: number;
}

/**
 * Returns a single row, because nearly always all uses are first ones, and then their number is enough. Sorted rows prevent deadlocks,
 * because concurrent statements with the same rows wait for each other in the same order. A domain whose own row is being deleted is
 * skipped; otherwise its foreign key would fail the whole statement.
 */
const RECORD = {
  name: 'record-jti-uses',
  text: `
    WITH served AS MATERIALIZED (SELECT id FROM domain WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE SKIP LOCKED),
    recorded AS (
      INSERT INTO used_jti (domain_id, hash, expires_at)
      SELECT used.domain_id, used.hash, now() + make_interval(secs => used.lifetime)
      FROM unnest($1::uuid[], $2::bytea[], $3::float8[]) AS used (domain_id, hash, lifetime) JOIN served ON served.id = used.domain_id
      ORDER BY used.domain_id, used.hash
      ON CONFLICT (domain_id, hash) DO NOTHING
      RETURNING domain_id, hash)
    SELECT count(*) < cardinality($2) AS "isPartial",
           CASE WHEN count(*) < cardinality($2) THEN array_agg(domain_id || ' ' || encode(hash, 'hex')) END AS keys
    FROM recorded`,
};

@Injectable()
export class UsedJtiRepository {
  constructor(private readonly database: Database) {}

  /** Records uses in one statement. @returns for each use whether it is the first; only one of concurrent uses of the same JWT is */
  async record(uses: readonly JtiUse[]): Promise<boolean[]> {
    const columns = [uses.map(({ domainId }) => domainId), uses.map(({ hash }) => hash), uses.map(({ lifetime }) => lifetime)];
    const [result] = await this.database.queryPrepared<{ isPartial: boolean; keys: string[] | null }>(RECORD, columns);
    if (!result!.isPartial) return uses.map(() => true);
    const recorded = new Set(result!.keys);
    // The first of several equal uses in the batch gets the row.
    // control: a JWT for single use is accepted once on all replicas
    return uses.map((use) => recorded.delete(toKey(use)));
  }

  /** Records a use within the caller's transaction, without which it does not count. @returns whether it is the first */
  async recordWithin({ domainId, hash, lifetime }: JtiUse): Promise<boolean> {
    const text = `INSERT INTO used_jti (domain_id, hash, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
      ON CONFLICT (domain_id, hash) DO NOTHING RETURNING 1`;
    const rows: unknown[] = await this.database.manager.query(text, [domainId, hash, lifetime]);
    return rows.length > 0;
  }

  /** Whether a use was recorded. */
  async has({ domainId, hash }: Omit<JtiUse, 'lifetime'>): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query('SELECT FROM used_jti WHERE domain_id = $1 AND hash = $2', [domainId, hash]);
    return rows.length > 0;
  }

  /** Removes a use within the caller's transaction, so that the next one is the first again. */
  async forget({ domainId, hash }: Omit<JtiUse, 'lifetime'>): Promise<void> {
    await this.database.manager.query('DELETE FROM used_jti WHERE domain_id = $1 AND hash = $2', [domainId, hash]);
  }

  /** Removes a batch of expired uses of all domains. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'used_jti', where: 'expires_at < now()' }, limit);
  }
}

function toKey({ domainId, hash }: Pick<UsedJti, 'domainId' | 'hash'>): string {
  return `${domainId} ${hash.toString('hex')}`;
}
