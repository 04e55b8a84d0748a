import { Injectable } from '@nestjs/common';
import { Database, type StatementOptions } from '../connection/database.js';
import { END_USERS_SESSIONS } from '../end-sessions.js';
import { REMOVED_USERS_JOB_PREFIX } from '../removed-users-job.js';
import type { IdentityProviderKey } from './identity-provider.entity.js';

/** SQL: requests the removal of an identity provider's users after the grace period, and voids a current lease. */
export type RemovedUsersLease = IdentityProviderKey & { attempts: number };

interface UserPosition {
  block: number;
  createdAt: string;
  sub: string;
}

/** Seconds until the removal starts. By then, sign-ins that began before the identity provider was removed have ended. */
const GRACE_SECONDS = 2;
/** Duration of a lease in seconds. */
const LEASE_SECONDS = 30;
/** The time limit of a step in milliseconds, for the job and for a request that waits for it, because it may read many dead rows. */
const STATEMENT_OPTIONS: StatementOptions = { timeoutMs: 20_000 };
/** The longest pause after failed attempts, in grace periods. */
const MAX_PAUSES = 15;
const BATCH_SIZE = 250;
const FIRST_POSITION: UserPosition = { block: -1, createdAt: '-infinity', sub: '00000000-0000-0000-0000-000000000000' };
/** Users of identity providers that the domain no longer has, in the order of the domain's users. */
const REMOVED_USERS = `
  SELECT block, created_at::text AS "createdAt", sub FROM end_user
  WHERE domain_id = $1 AND identity_provider = $2 AND (block, created_at, sub) > ($3::integer, $4::timestamptz, $5::uuid)
    AND upstream_issuer IS DISTINCT FROM (SELECT issuer FROM identity_provider WHERE domain_id = $1 AND name = $2)
  ORDER BY block, created_at, sub LIMIT ${BATCH_SIZE}`;
const ENQUEUE = `
  INSERT INTO job_state (domain_id, queue, state, attempts, next_attempt_at) VALUES ($1, $2, 'waiting', 0, now() + make_interval(secs => ${GRACE_SECONDS}))
  ON CONFLICT (domain_id, queue) DO UPDATE SET state = 'waiting', attempts = job_state.attempts + 1, last_error = NULL,
    next_attempt_at = EXCLUDED.next_attempt_at`;
// control: the removal of a provider’s users is leased without waiting for another one
const LEASE_JOB = `
  UPDATE job_state SET state = 'running', attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM job_state WHERE queue LIKE '${REMOVED_USERS_JOB_PREFIX}%' AND next_attempt_at <= now()
      AND NOT EXISTS (SELECT FROM domain WHERE id = domain_id AND status = 'deleting')
      AND NOT EXISTS (
        SELECT FROM job_state AS other WHERE other.domain_id = job_state.domain_id AND other.queue LIKE '${REMOVED_USERS_JOB_PREFIX}%'
          AND other.state = 'running' AND other.next_attempt_at > now())
    ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED))
  RETURNING domain_id AS "domainId", substr(queue, ${REMOVED_USERS_JOB_PREFIX.length + 1}) AS name, attempts`;

/**
 * Users of an identity provider that was removed or has a new issuer. They can no longer sign in (see MAY_SIGN_IN); a job of their domain
 * removes their sessions and grants.
 */
@Injectable()
export class RemovedIdentityProviderUsersRepository {
  constructor(private readonly database: Database) {}

  /** Requests the removal of an identity provider's users, in the transaction that removes the provider. */
  async enqueue({ domainId, name }: IdentityProviderKey): Promise<void> {
    await this.database.manager.query(ENQUEUE, [domainId, `${REMOVED_USERS_JOB_PREFIX}${name}`]);
  }

  /**
   * Leases the most overdue removal of a domain in which none is running, each to one of concurrent callers.
   *
   * @returns null if none is due
   */
  async lease(): Promise<RemovedUsersLease | null> {
    const [rows]: [RemovedUsersLease[], number] = await this.database.manager.query(LEASE_JOB);
    return rows[0] ?? null;
  }

  /** Renews the lease of the worker. */
  async renew({ domainId, name, attempts }: RemovedUsersLease): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS}) WHERE domain_id = $1 AND queue = $2 AND attempts = $3`,
      [domainId, `${REMOVED_USERS_JOB_PREFIX}${name}`, attempts],
    );
  }

  /** Stores that an attempt has failed, and the reason. The next one follows soon, and later after each failure. */
  async fail({ domainId, name, attempts }: RemovedUsersLease, lastError: string): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET state = 'waiting', last_error = $4, next_attempt_at = now() + make_interval(secs => ${GRACE_SECONDS} * least(attempts, ${MAX_PAUSES}))
       WHERE domain_id = $1 AND queue = $2 AND attempts = $3`,
      [domainId, `${REMOVED_USERS_JOB_PREFIX}${name}`, attempts, lastError],
    );
  }

  /** Completes the removal, unless it has been requested again. */
  async complete({ domainId, name, attempts }: RemovedUsersLease): Promise<void> {
    await this.database.manager.query('DELETE FROM job_state WHERE domain_id = $1 AND queue = $2 AND attempts = $3', [
      domainId,
      `${REMOVED_USERS_JOB_PREFIX}${name}`,
      attempts,
    ]);
  }

  /**
   * Ends the sessions of the users, and revokes everything issued for them, for some users at a time so that other work need not wait. Safe
   * to repeat.
   *
   * @param canContinue called after each step
   *
   * @returns false if it stopped early
   */
  async endSessions({ domainId, name }: IdentityProviderKey, canContinue: () => Promise<boolean> = alwaysContinue): Promise<boolean> {
    const listAfter = (position: UserPosition): Promise<UserPosition[]> =>
      this.database.manager.query(REMOVED_USERS, [domainId, name, position.block, position.createdAt, position.sub]);
    for (let page = await listAfter(FIRST_POSITION); page.length > 0; page = await listAfter(page.at(-1)!)) {
      const values = [domainId, this.database.getTraceparent(), page.map(({ sub }) => sub)];
      await this.database.runLongStatement(STATEMENT_OPTIONS, END_USERS_SESSIONS, values);
      if (!(await canContinue())) return false;
    }
    return true;
  }
}

async function alwaysContinue(): Promise<boolean> {
  return true;
}
