import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { isStorable } from '../storable-text.js';
import { OidcPayload } from './oidc-payload.entity.js';

/** A record as oidc-provider sees it: `consumed` is the time in seconds since the epoch. */
export type StoredPayload = Record<string, unknown> & { consumed?: number };

const UNEXPIRED = '(expires_at IS NULL OR expires_at > now())';
const FIND = `SELECT payload, extract(epoch FROM consumed_at)::float8 AS consumed FROM oidc_payload WHERE domain_id = $1 AND model = $2`;
const UPSERT = `
  INSERT INTO oidc_payload (domain_id, model, id, payload, client_id, grant_id, uid, user_code, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))
  ON CONFLICT (domain_id, model, id) DO UPDATE SET payload = EXCLUDED.payload, client_id = EXCLUDED.client_id,
    grant_id = EXCLUDED.grant_id, uid = EXCLUDED.uid, user_code = EXCLUDED.user_code, expires_at = EXCLUDED.expires_at`;

export interface PayloadKey {
  domainId: string;
  model: string;
  id: string;
}

@Injectable()
export class OidcPayloadRepository {
  constructor(private readonly database: Database) {}

  /** Stores or replaces a record. @param expiresIn seconds; null: it does not expire */
  async put({ domainId, model, id }: PayloadKey, payload: StoredPayload, expiresIn: number | null): Promise<void> {
    const { clientId, grantId, uid, userCode } = payload;
    await this.database.manager.query(UPSERT, [domainId, model, id, payload, clientId, grantId, uid, userCode, expiresIn]);
  }

  /** Stores a record unless one is there: of any number at once, one succeeds. @returns whether this one did */
  async putNew({ domainId, model, id }: PayloadKey, payload: StoredPayload, expiresIn: number): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(
      `INSERT INTO oidc_payload (domain_id, model, id, payload, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (domain_id, model, id) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at, consumed_at = NULL
         WHERE oidc_payload.expires_at <= now()
       RETURNING id`,
      [domainId, model, id, payload, expiresIn],
    );
    return rows.length === 1;
  }

  find({ domainId, model, id }: PayloadKey): Promise<StoredPayload | undefined> {
    return this.findWhere(`id = $3`, [domainId, model, id]);
  }

  findByUid({ domainId, model, id: uid }: PayloadKey): Promise<StoredPayload | undefined> {
    return this.findWhere(`uid = $3`, [domainId, model, uid]);
  }

  findByUserCode({ domainId, model, id: userCode }: PayloadKey): Promise<StoredPayload | undefined> {
    return this.findWhere(`user_code = $3`, [domainId, model, userCode]);
  }

  /** Marks a record as used. @returns whether this call did so: of any number at once, one does */
  async consume({ domainId, model, id }: PayloadKey): Promise<boolean> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `UPDATE oidc_payload SET consumed_at = now() WHERE domain_id = $1 AND model = $2 AND id = $3 AND consumed_at IS NULL AND ${UNEXPIRED}`,
      [domainId, model, id],
    );
    return count === 1;
  }

  async delete({ domainId, model, id }: PayloadKey): Promise<void> {
    await this.database.manager.getRepository(OidcPayload).delete({ domainId, model, id });
  }

  /** Removes everything that was issued under a grant. */
  async deleteGrant(domainId: string, grantId: string): Promise<void> {
    await this.database.manager.getRepository(OidcPayload).delete({ domainId, grantId });
  }

  /** Removes a batch of expired records of all domains. @returns how many were removed */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      'DELETE FROM oidc_payload WHERE ctid = ANY (ARRAY (SELECT ctid FROM oidc_payload WHERE expires_at < now() LIMIT $1)) AND expires_at < now()',
      [limit],
    );
    return count;
  }

  private async findWhere(condition: string, values: string[]): Promise<StoredPayload | undefined> {
    if (!values.every(isStorable)) return undefined;
    const [row]: { payload: StoredPayload; consumed: number | null }[] = await this.database.manager.query(
      `${FIND} AND ${condition} AND ${UNEXPIRED}`,
      values,
    );
    if (!row) return undefined;
    return row.consumed === null ? row.payload : { ...row.payload, consumed: Math.floor(row.consumed) };
  }
}
