import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '../connection/database.js';
import { IdempotencyAnswer } from './idempotency-answer.entity.js';

export type IdempotencyKey = Pick<IdempotencyAnswer, 'subscriptionId' | 'key' | 'fingerprint'>;

/** Hours for which a response is repeated. */
const RESPONSE_TTL_HOURS = 24;

/** Seconds for which one request has a key if its work runs outside a transaction, longer than such work takes. */
const LEASE_SECONDS = 60;

const RESERVE = `
  INSERT INTO idempotency_answer (subscription_id, key, fingerprint, lease_id, leased_until)
  VALUES ($1, $2, $3, $5, CASE WHEN $5::uuid IS NOT NULL THEN now() + interval '${LEASE_SECONDS} seconds' END)
  ON CONFLICT (subscription_id, key) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, body = NULL, domain_name = NULL, created_at = now(),
    lease_id = EXCLUDED.lease_id, leased_until = EXCLUDED.leased_until
  WHERE idempotency_answer.created_at < now() - make_interval(hours => $4)
    OR (idempotency_answer.leased_until <= now() AND idempotency_answer.fingerprint = EXCLUDED.fingerprint)
  RETURNING key`;

@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /**
   * Reserves a key within a transaction: for the request that runs in this transaction, or by a lease for work outside of it.
   *
   * @returns `reserved`; `busy` if another request with the key is running; otherwise the stored response
   */
  async reserve(
    { subscriptionId, key, fingerprint }: IdempotencyKey,
    leaseId: string | null,
  ): Promise<IdempotencyAnswer | 'reserved' | 'busy'> {
    const [row]: { locked: boolean }[] = await this.database.manager.query(
      'SELECT pg_try_advisory_xact_lock(hashtextextended($1::text || $2, 0)) AS locked',
      [subscriptionId, key],
    );
    // Waiting for the row would take a connection from others.
    if (!row!.locked) return 'busy';
    const reserved: unknown[] = await this.database.manager.query(RESERVE, [subscriptionId, key, fingerprint, RESPONSE_TTL_HOURS, leaseId]);
    if (reserved.length === 1) return 'reserved';
    const answer = await this.rows.findOneByOrFail({ subscriptionId, key });
    return answer.leaseId !== null && answer.fingerprint.equals(fingerprint) ? 'busy' : answer;
  }

  /** Stores the response of the request that has reserved the key. @param leaseId null: within its transaction */
  async storeResponse(
    { subscriptionId, key }: IdempotencyKey,
    response: Pick<IdempotencyAnswer, 'body' | 'domainName'>,
    leaseId: string | null,
  ): Promise<void> {
    await this.rows.update({ subscriptionId, key, leaseId: leaseId ?? IsNull() }, { ...response, leaseId: null, leasedUntil: null });
  }

  /** Frees the key of a failed request. */
  async free({ subscriptionId, key }: IdempotencyKey, leaseId: string): Promise<void> {
    await this.rows.delete({ subscriptionId, key, leaseId });
  }

  /** Removes a batch of expired responses. @returns their number */
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
