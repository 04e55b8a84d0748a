import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { IdempotencyAnswer } from './idempotency-answer.entity.js';

export type IdempotencyKey = Pick<IdempotencyAnswer, 'subscriptionId' | 'key' | 'fingerprint'>;

/** Hours for which an answer is given again. */
const RESPONSE_TTL_HOURS = 24;

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reserves a key for the request that the transaction carries out. Another request with the same key waits until that one has ended.
   * @returns null if the key was free, else the answer that was given
   */
  async reserve({ subscriptionId, key, fingerprint }: IdempotencyKey): Promise<IdempotencyAnswer | null> {
    const reserved: unknown[] = await this.database.manager.query(
      `INSERT INTO idempotency_answer (subscription_id, key, fingerprint) VALUES ($1, $2, $3)
       ON CONFLICT (subscription_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, body = NULL, domain_name = NULL, created_at = now()
         WHERE idempotency_answer.created_at < now() - make_interval(hours => $4)
       RETURNING key`,
      [subscriptionId, key, fingerprint, RESPONSE_TTL_HOURS],
    );
    return reserved.length === 1 ? null : this.rows.findOneBy({ subscriptionId, key });
  }

  /** Stores the response, within the transaction of its request. */
  async storeResponse({ subscriptionId, key }: IdempotencyKey, response: Pick<IdempotencyAnswer, 'body' | 'domainName'>): Promise<void> {
    await this.rows.update({ subscriptionId, key }, response);
  }

  /** Removes a batch of expired responses. @returns how many */
  async deleteExpired(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.database.manager.query(
      `DELETE FROM idempotency_answer WHERE ctid = ANY (ARRAY (
         SELECT ctid FROM idempotency_answer WHERE created_at < now() - make_interval(hours => $1) LIMIT $2))`,
      [RESPONSE_TTL_HOURS, limit],
    );
    return count;
  }

  private get rows() {
    return this.database.manager.getRepository(IdempotencyAnswer);
  }
}
