import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { BoundedRows } from '../bounded-rows.js';
import type { ChallengePurpose, PasskeyChallenge } from './passkey-challenge.entity.js';
import { selectSubOfOwner, userIdOf } from '../user-id.js';

export type NewPasskeyChallenge = Pick<PasskeyChallenge, 'domainId' | 'challenge' | 'purpose' | 'sub'>;

/** Lifetime in seconds, and the maximum number in the domain. */
export interface ChallengeLimits {
  lifetime: number;
  limit: number;
}

/** Each new challenge deletes some old ones, so the table contains only pending ones. */
const DELETE_EXPIRED = `
  DELETE FROM passkey_challenge WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM passkey_challenge WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
const FIND_SERVED_DOMAIN = `SELECT FROM domain WHERE id = $1 AND status IN ('active', 'degraded')`;

@Injectable()
export class PasskeyChallengeRepository {
  private readonly boundedRows: BoundedRows;

  constructor(private readonly database: Database) {
    this.boundedRows = new BoundedRows(database, {
      table: 'passkey_challenge',
      among: 'true',
      evictable: 'slot IS NOT NULL',
      order: 'expires_at',
      columns: 'challenge, purpose, sub, expires_at',
      values: '$3::bytea, $4::text, $5::uuid, now() + make_interval(secs => $6)',
    });
  }

  /**
   * At the domain's limit it evicts the oldest challenge. In a domain that is being deleted it does nothing.
   *
   * @returns false if there is no room
   */
  async create({ domainId, challenge, purpose, sub }: NewPasskeyChallenge, { lifetime, limit }: ChallengeLimits): Promise<boolean> {
    await this.database.manager.query(DELETE_EXPIRED, [domainId]);
    const served: unknown[] = await this.database.manager.query(FIND_SERVED_DOMAIN, [domainId]);
    return (
      served.length === 0 || this.boundedRows.insert({ domainId, limit }, [challenge, purpose, sub && userIdOf(domainId, sub), lifetime])
    );
  }

  /** Consumes a challenge; only one of concurrent callers succeeds. @returns null if none is valid for the purpose */
  async consume(domainId: string, challenge: Buffer, purpose: ChallengePurpose): Promise<Pick<PasskeyChallenge, 'sub'> | null> {
    const [rows]: [{ sub: string | null }[], number] = await this.database.manager.query(
      `DELETE FROM passkey_challenge WHERE domain_id = $1 AND challenge = $2 AND purpose = $3 AND expires_at > now()
       RETURNING ${selectSubOfOwner('passkey_challenge')} AS sub`,
      [domainId, challenge, purpose],
    );
    return rows[0] ?? null;
  }
}
