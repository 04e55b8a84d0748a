import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import type { ChallengePurpose, PasskeyChallenge } from './passkey-challenge.entity.js';

export type NewChallenge = Pick<PasskeyChallenge, 'domainId' | 'challenge' | 'purpose' | 'sub'>;

/** Each new challenge takes some old ones away, so that the table is as large as what is under way. */
const FORGET_EXPIRED = `
  DELETE FROM passkey_challenge WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM passkey_challenge WHERE domain_id = $1 AND expires_at < now() LIMIT 10 FOR UPDATE SKIP LOCKED))`;
/** None comes to be in a domain that is being deleted. */
const CREATE = `
  INSERT INTO passkey_challenge (domain_id, challenge, purpose, sub, expires_at)
  SELECT id, $2, $3, $4, now() + make_interval(secs => $5) FROM domain WHERE id = $1 AND status IN ('active', 'degraded')`;

@Injectable()
export class PasskeyChallengeRepository {
  constructor(private readonly database: Database) {}

  /** @param lifetime seconds for which it can be answered */
  async create({ domainId, challenge, purpose, sub }: NewChallenge, lifetime: number): Promise<void> {
    await this.database.manager.query(FORGET_EXPIRED, [domainId]);
    await this.database.manager.query(CREATE, [domainId, challenge, purpose, sub, lifetime]);
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
