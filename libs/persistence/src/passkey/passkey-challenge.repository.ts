import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { Slots } from '../slots.js';
import type { ChallengePurpose, PasskeyChallenge } from './passkey-challenge.entity.js';

export type NewChallenge = Pick<PasskeyChallenge, 'domainId' | 'challenge' | 'purpose' | 'sub'>;

/** Lifetime in seconds, and how many there may be in the domain. */
export interface ChallengeBounds {
  lifetime: number;
  limit: number;
}

/** Each new challenge takes some old ones away, so that the table is as large as what is under way. */
const FORGET_EXPIRED = `
  DELETE FROM passkey_challenge WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM passkey_challenge WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
/** None comes to be in a domain that is being deleted. */
const CREATE = `
  INSERT INTO passkey_challenge (domain_id, challenge, purpose, sub, expires_at, slot)
  SELECT id, $2, $3, $4, now() + make_interval(secs => $5), $6 FROM domain WHERE id = $1 AND status IN ('active', 'degraded')
  ON CONFLICT DO NOTHING RETURNING challenge`;

@Injectable()
export class PasskeyChallengeRepository {
  private readonly slots: Slots;

  constructor(private readonly database: Database) {
    this.slots = new Slots(database, { table: 'passkey_challenge', among: 'true', evictable: 'slot IS NOT NULL', order: 'expires_at' });
  }

  /**
   * At the domain's limit the oldest goes.
   *
   * @param lifetime seconds for which it can be answered
   * @returns false if there is no room, or no such domain
   */
  async create({ domainId, challenge, purpose, sub }: NewChallenge, { lifetime, limit }: ChallengeBounds): Promise<boolean> {
    await this.database.manager.query(FORGET_EXPIRED, [domainId]);
    return this.slots.insert({ domainId, limit }, async (slot) => {
      const rows: unknown[] = await this.database.manager.query(CREATE, [domainId, challenge, purpose, sub, lifetime, slot]);
      return rows.length;
    });
  }

  /** Uses a challenge up: of any number at once, one has it. @returns null if there is none that is still good for the purpose */
  async consume(domainId: string, challenge: Buffer, purpose: ChallengePurpose): Promise<Pick<PasskeyChallenge, 'sub'> | null> {
    const [rows]: [{ sub: string | null }[], number] = await this.database.manager.query(
      `DELETE FROM passkey_challenge WHERE domain_id = $1 AND challenge = $2 AND purpose = $3 AND expires_at > now() RETURNING sub`,
      [domainId, challenge, purpose],
    );
    return rows[0] ?? null;
  }
}
