import { Injectable } from '@nestjs/common';
import { Database, type StatementOptions } from '../database.js';
import { END_OF_USERS } from '../end-of-sessions.js';
import { FORMER_USERS_JOB } from '../former-users-job.js';
import type { IdentityProviderKey } from './identity-provider.entity.js';

/** That the users of a provider are to be cleared away after, and who is at it: that owes it anew makes the claim void. */
export type FormerUsersClaim = IdentityProviderKey & { attempts: number };

interface Place {
  block: number;
  createdAt: string;
  sub: string;
}

/** Seconds until somebody begins: a sign-in that had begun before the provider was gone has ended by then. */
const GRACE = 2;
/** Seconds for which nobody else begins. */
const LEASE = 30;
/** Milliseconds that a step may take, of the job and of a request that waits for it: it may come across what many others have left behind. */
const STATEMENT_OPTIONS: StatementOptions = { timeoutMs: 20_000 };
/** Times the grace that nobody begins for after an attempt that failed, at most. */
const MAX_PAUSES = 15;
const USERS_AT_ONCE = 250;
const FIRST: Place = { block: -1, createdAt: '-infinity', sub: '00000000-0000-0000-0000-000000000000' };
/** Users that somebody vouched for who does not any more, by the order of the domain's users. */
const FORMER_USERS = `
  SELECT block, created_at::text AS "createdAt", sub FROM end_user
  WHERE domain_id = $1 AND identity_provider = $2 AND (block, created_at, sub) > ($3::integer, $4::timestamptz, $5::uuid)
    AND upstream_issuer IS DISTINCT FROM (SELECT issuer FROM identity_provider WHERE domain_id = $1 AND name = $2)
  ORDER BY block, created_at, sub LIMIT ${USERS_AT_ONCE}`;
const OWE = `
  INSERT INTO job_state (domain_id, queue, state, attempts, next_attempt_at) VALUES ($1, $2, 'waiting', 0, now() + make_interval(secs => ${GRACE}))
  ON CONFLICT (domain_id, queue) DO UPDATE SET state = 'waiting', attempts = job_state.attempts + 1, last_error = NULL,
    next_attempt_at = EXCLUDED.next_attempt_at`;
const CLAIM = `
  UPDATE job_state SET state = 'running', attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE}) WHERE ctid = ANY (ARRAY (
    SELECT ctid FROM job_state WHERE queue LIKE '${FORMER_USERS_JOB}%' AND next_attempt_at <= now()
      AND NOT EXISTS (SELECT FROM domain WHERE id = domain_id AND status = 'deleting')
    ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED))
  RETURNING domain_id AS "domainId", substr(queue, ${FORMER_USERS_JOB.length + 1}) AS name, attempts`;

/**
 * Users for whom an identity provider vouched that does not any more: it was removed, or pointed at another issuer. They are nobody from
 * then on (see MAY_SIGN_IN); what they have left is cleared away afterwards, as a job of their domain.
 */
@Injectable()
export class RemovedIdentityProviderUsersRepository {
  constructor(private readonly database: Database) {}

  /** Takes note, in the transaction in which a provider ceases to vouch, that its users have to be cleared away after. */
  async owe({ domainId, name }: IdentityProviderKey): Promise<void> {
    await this.database.manager.query(OWE, [domainId, `${FORMER_USERS_JOB}${name}`]);
  }

  /** Takes on what has been owed for longest: of any number at once, each is taken by one. @returns null if nothing is */
  async claim(): Promise<FormerUsersClaim | null> {
    const [rows]: [FormerUsersClaim[], number] = await this.database.manager.query(CLAIM);
    return rows[0] ?? null;
  }

  /** Says that whoever has taken it on is alive. */
  async renew({ domainId, name, attempts }: FormerUsersClaim): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET next_attempt_at = now() + make_interval(secs => ${LEASE}) WHERE domain_id = $1 AND queue = $2 AND attempts = $3`,
      [domainId, `${FORMER_USERS_JOB}${name}`, attempts],
    );
  }

  /** Says that an attempt has failed, and why: the next one is made soon, and later after each that fails. */
  async fail({ domainId, name, attempts }: FormerUsersClaim, lastError: string): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET state = 'waiting', last_error = $4, next_attempt_at = now() + make_interval(secs => ${GRACE} * least(attempts, ${MAX_PAUSES}))
       WHERE domain_id = $1 AND queue = $2 AND attempts = $3`,
      [domainId, `${FORMER_USERS_JOB}${name}`, attempts, lastError],
    );
  }

  /** Nothing is left to be done, unless it is owed anew since. */
  async settle({ domainId, name, attempts }: FormerUsersClaim): Promise<void> {
    await this.database.manager.query('DELETE FROM job_state WHERE domain_id = $1 AND queue = $2 AND attempts = $3', [
      domainId,
      `${FORMER_USERS_JOB}${name}`,
      attempts,
    ]);
  }

  /**
   * Ends the sessions of the users, with all that was issued for them: some users at a time, so that nobody else waits for it. It may be
   * done twice.
   *
   * @param goesOn asked after each of these steps
   * @returns false if it was broken off
   */
  async end({ domainId, name }: IdentityProviderKey, goesOn: () => Promise<boolean> = always): Promise<boolean> {
    const after = (place: Place): Promise<Place[]> =>
      this.database.manager.query(FORMER_USERS, [domainId, name, place.block, place.createdAt, place.sub]);
    for (let page = await after(FIRST); page.length > 0; page = await after(page.at(-1)!)) {
      await this.database.runLongStatement(STATEMENT_OPTIONS, END_OF_USERS, [domainId, page.map(({ sub }) => sub)]);
      if (!(await goesOn())) return false;
    }
    return true;
  }
}

async function always(): Promise<boolean> {
  return true;
}
