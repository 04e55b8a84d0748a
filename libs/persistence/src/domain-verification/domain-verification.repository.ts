import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import type { Domain, DomainStatus } from '../domain/domain.entity.js';
import { DomainVerification, type DnsFindings } from './domain-verification.entity.js';

/** The attempt of a check. Its result counts only for the token that the check looked for. */
export interface DomainCheck {
  domainId: string;
  name: string;
  token: string;
}

/** A verification with its effect on the domain. */
export type DomainVerificationState = Pick<DomainVerification, 'token' | 'findings'> &
  Pick<Domain, 'status' | 'statusDetail' | 'verifiedAt' | 'nextCheckAt'>;

/** The result of a check. */
export interface DomainCheckResult {
  findings: DnsFindings;
  /** A sentence for the operator. */
  statusDetail: string | null;
}

/** The old and the new status of a domain. */
export interface StatusTransition {
  was: DomainStatus;
  is: DomainStatus;
}

/** A verification that came in time. */
export interface VerifiedTransition extends StatusTransition {
  /** The other domains with the name, which fail because of it. */
  failed: string[];
}

/** The kind of lock that serializes the verifications of one name. The number is arbitrary, but no other kind of lock has it. */
const VERIFICATION_LOCK = 1_684_367_215;
const NEW_TOKEN = `replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`;
/** The length of an attempt, and how long a degraded domain is served. */
const CHALLENGE_LIFETIME = `interval '7 days'`;
/** A healthy domain is checked once a day, at a random hour. */
const DAILY_INTERVAL = `interval '23 hours' + random() * interval '2 hours'`;
/**
 * The time of the next check, by the time since the first one: every 5 seconds for a minute, then less and less often, and always at the
 * deadline.
 */
const BACKOFF = `
  CASE WHEN now() - since < interval '1 minute' THEN interval '5 seconds'
       ELSE least((now() - since) / 4 * (0.9 + random() / 5), interval '4 hours',
         CASE WHEN now() - since < ${CHALLENGE_LIFETIME} THEN since + ${CHALLENGE_LIFETIME} - now() END) END`;

/** The domains whose check is due, except those whose job waits for its retry: $1 is its queue. */
const DUE = `
  FROM domain JOIN domain_verification ON domain_verification.domain_id = domain.id
  LEFT JOIN job_state AS job ON job.domain_id = domain.id AND job.queue = $1
  WHERE domain.next_check_at <= now() AND domain.status IN ('pending', 'active', 'degraded') AND (job.next_attempt_at <= now()) IS NOT FALSE`;

// control: a check that succeeds does not restore a domain that is being deleted
const RECORD_SUCCESS = `
  WITH before AS (
    SELECT domain.id, domain.status FROM domain JOIN domain_verification ON domain_verification.domain_id = domain.id
    WHERE domain.id = $1 AND domain_verification.token = $2 AND domain.status IN ('pending', 'active', 'degraded') FOR NO KEY UPDATE OF domain
  ), changed AS (
    UPDATE domain SET status = 'active', status_detail = $3, verified_at = coalesce(verified_at, now()), next_check_at = now() + ${DAILY_INTERVAL},
      revision = CASE before.status WHEN 'active' THEN revision ELSE nextval('revision') END
    FROM before WHERE domain.id = before.id
  )
  UPDATE domain_verification SET findings = $4, checked_at = now() FROM before WHERE domain_id = before.id
  RETURNING before.status AS was, 'active' AS is`;

// control: a check that finds an error does not restore a domain that is being deleted
const RECORD_MISS = `
  WITH before AS (
    SELECT domain.id, domain.status, CASE WHEN domain.status = 'active' AND $5 THEN now() ELSE domain_verification.since END AS since
    FROM domain JOIN domain_verification ON domain_verification.domain_id = domain.id
    WHERE domain.id = $1 AND domain_verification.token = $2 AND domain.status IN ('pending', 'active', 'degraded') FOR NO KEY UPDATE OF domain
  ), after AS (
    SELECT id, status AS was, since,
      CASE WHEN now() - since >= ${CHALLENGE_LIFETIME} AND (status = 'pending' OR status = 'degraded' AND $5) THEN 'failed'
           WHEN status = 'active' AND $5 THEN 'degraded' ELSE status END AS is
    FROM before
  ), changed AS (
    UPDATE domain SET status = after.is, status_detail = $3,
      verified_at = CASE after.is WHEN 'failed' THEN NULL ELSE verified_at END,
      next_check_at = CASE after.is WHEN 'failed' THEN NULL WHEN 'active' THEN now() + interval '5 minutes' ELSE now() + ${BACKOFF} END,
      revision = CASE after.is WHEN 'failed' THEN nextval('revision') ELSE revision END
    FROM after WHERE domain.id = after.id
  )
  UPDATE domain_verification SET findings = $4, checked_at = now(), since = after.since,
    token = CASE after.is WHEN 'failed' THEN ${NEW_TOKEN} ELSE token END
  FROM after WHERE domain_id = after.id
  RETURNING after.was, after.is`;

/** The state of domain verifications, independent of how names are looked up. All times are the database's. */
@Injectable()
export class DomainVerificationRepository {
  constructor(private readonly database: Database) {}

  /** Starts the first attempt of a new domain, due immediately. */
  async create(domainId: string): Promise<void> {
    await this.database.manager.query(
      `WITH due AS (UPDATE domain SET next_check_at = now() WHERE id = $1) INSERT INTO domain_verification (domain_id, token) VALUES ($1, ${NEW_TOKEN})`,
      [domainId],
    );
  }

  /** Uses one statement, because a check changes both rows, which must not be from before and after it. */
  async find(domainId: string): Promise<DomainVerificationState | null> {
    const [state]: DomainVerificationState[] = await this.database.manager.query(
      `SELECT token, findings, status, status_detail AS "statusDetail", verified_at AS "verifiedAt", next_check_at AS "nextCheckAt"
       FROM domain_verification JOIN domain ON domain.id = domain_id WHERE domain_id = $1`,
      [domainId],
    );
    return state ?? null;
  }

  /** How many seconds the longest waiting check has been due; 0 if none is. @param queue of the checks */
  async oldestDueSeconds(queue: string): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT coalesce(extract(epoch FROM now() - min(greatest(domain.next_check_at, job.next_attempt_at))), 0)::float8 AS seconds ${DUE}`,
      [queue],
    );
    return row!.seconds;
  }

  /**
   * The domains whose check is due, except those with a failed job that waits for its retry. First the most overdue of each subscription,
   * then the second of each, and so on, so that a subscription with many domains or slow name servers does not delay the others.
   */
  async listDue(queue: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      `SELECT domain.id ${DUE}
       ORDER BY row_number() OVER (PARTITION BY domain.subscription_id ORDER BY domain.next_check_at), domain.next_check_at LIMIT $2`,
      [queue, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes the job states of domains without a due check, whose workers were killed just before the end. Keeps jobs of live workers. */
  async deleteObsoleteJobs(queue: string): Promise<void> {
    await this.database.manager.query(
      `DELETE FROM job_state AS job USING domain
       WHERE job.queue = $1 AND job.next_attempt_at <= now()
         AND domain.id = job.domain_id AND (domain.next_check_at <= now()) IS NOT TRUE`,
      [queue],
    );
  }

  /** @param dueOnly for a scheduled check @returns null if there is nothing to check, or not now */
  async findCheck(domainId: string, dueOnly: boolean): Promise<DomainCheck | null> {
    const [check]: DomainCheck[] = await this.database.manager.query(
      `SELECT domain.id AS "domainId", domain.name, domain_verification.token FROM domain JOIN domain_verification ON domain_verification.domain_id = domain.id
       WHERE domain.id = $1 AND domain.status IN ('pending', 'active', 'degraded') AND (domain.next_check_at <= now() OR NOT $2)`,
      [domainId, dueOnly],
    );
    return check ?? null;
  }

  /**
   * Records a successful check, so that the domain is served. Of several domains with the same name the first one wins, and the others
   * fail.
   *
   * @param heldByAnother the status detail of the others
   *
   * @returns null if the attempt is over, because another one has started or the domain is being deleted; `held` if another domain has the
   * name
   */
  async recordSuccess(
    check: DomainCheck,
    result: DomainCheckResult,
    heldByAnother: DomainCheckResult,
  ): Promise<VerifiedTransition | 'held' | null> {
    return this.database.transaction(async () => {
      await this.lockName(check.name);
      const transition = await this.activate(check, result);
      if (transition === null || transition === 'held') return transition;
      return { ...transition, failed: transition.was === 'pending' ? await this.failOthers(check, heldByAnother) : [] };
    });
  }

  /**
   * Records a failed check: the attempt continues, an active domain becomes degraded, and one that has been degraded for too long fails.
   *
   * @param isConclusive false if nothing could be found out, which does not affect a served domain
   *
   * @returns null if the attempt is over, because another one has begun or the domain is being deleted
   */
  async recordMiss(
    check: DomainCheck,
    { findings, statusDetail }: DomainCheckResult,
    isConclusive: boolean,
  ): Promise<StatusTransition | null> {
    return this.database.transaction(async () => {
      await this.lockName(check.name);
      const transition = await this.executeTransition(RECORD_MISS, [
        check.domainId,
        check.token,
        statusDetail,
        JSON.stringify(findings),
        isConclusive,
      ]);
      if (transition?.was === 'degraded' && transition.is === 'failed') await this.renewOtherTokens(check);
      return transition;
    });
  }

  /**
   * Releases the name of a domain, if it holds it, within this transaction. Other domains with the name need a challenge created after
   * that, because earlier DNS records prove nothing.
   */
  async releaseName({ id, name }: Pick<Domain, 'id' | 'name'>): Promise<void> {
    await this.lockName(name);
    const held: unknown[] = await this.database.manager.query('SELECT 1 FROM domain WHERE id = $1 AND verified_at IS NOT NULL', [id]);
    if (held.length > 0) await this.renewOtherTokens({ domainId: id, name });
  }

  /** Fails a domain because another one holds the name. @returns whether it was still pending */
  async recordFailure({ domainId }: Pick<DomainCheck, 'domainId'>, result: DomainCheckResult): Promise<boolean> {
    const failed = await this.failWhere('domain.id = $3', result, domainId);
    return failed.length === 1;
  }

  /**
   * Starts a new attempt of a failed domain, due immediately. Its token is new, because the last attempt ended or the name was released.
   */
  async restart(domainId: string, statusDetail: string): Promise<boolean> {
    const [rows]: [unknown[], number] = await this.database.manager.query(
      `WITH changed AS (
         UPDATE domain SET status = 'pending', status_detail = $2, next_check_at = now()
         FROM domain_verification WHERE domain.id = $1 AND status = 'failed' AND domain_verification.domain_id = domain.id RETURNING domain.id)
       UPDATE domain_verification SET since = now(), checked_at = NULL, findings = NULL FROM changed WHERE domain_id = changed.id RETURNING 1`,
      [domainId, statusDetail],
    );
    return rows.length === 1;
  }

  /** Locks the name until the transaction ends, before any row lock. Otherwise two checks of one name would wait for each other's rows. */
  private async lockName(name: string): Promise<void> {
    // control: one of many domains of a name is verified
    await this.database.manager.query(`SELECT pg_advisory_xact_lock(${VERIFICATION_LOCK}, hashtext($1))`, [name]);
  }

  private async renewOtherTokens({ domainId, name }: Pick<DomainCheck, 'domainId' | 'name'>): Promise<void> {
    await this.database.manager.query(
      `UPDATE domain_verification SET token = ${NEW_TOKEN} FROM domain WHERE domain.name = $1 AND domain.id <> $2 AND domain_id = domain.id`,
      [name, domainId],
    );
  }

  private async activate(check: DomainCheck, { findings, statusDetail }: DomainCheckResult): Promise<StatusTransition | 'held' | null> {
    try {
      // The savepoint keeps the transaction usable.
      return await this.database.manager.transaction(async (manager) => {
        const [rows]: [StatusTransition[], number] = await manager.query(RECORD_SUCCESS, [
          check.domainId,
          check.token,
          statusDetail,
          JSON.stringify(findings),
        ]);
        return rows[0] ?? null;
      });
    } catch (error) {
      if (getViolatedConstraint(error) !== 'domain_holder') throw error;
      return 'held';
    }
  }

  private failOthers({ domainId, name }: DomainCheck, result: DomainCheckResult): Promise<string[]> {
    return this.failWhere('domain.name = $3 AND domain.id <> $4', result, name, domainId);
  }

  private async failWhere(condition: string, { findings, statusDetail }: DomainCheckResult, ...values: string[]): Promise<string[]> {
    const [rows]: [{ id: string }[], number] = await this.database.manager.query(
      `WITH changed AS (
         UPDATE domain SET status = 'failed', status_detail = $1, next_check_at = NULL
         FROM domain_verification WHERE domain_verification.domain_id = domain.id AND domain.status = 'pending' AND ${condition} RETURNING domain.id)
       UPDATE domain_verification SET token = ${NEW_TOKEN}, checked_at = now(), findings = $2 FROM changed WHERE domain_id = changed.id RETURNING domain_id AS id`,
      [statusDetail, JSON.stringify(findings), ...values],
    );
    return rows.map(({ id }) => id);
  }

  private async executeTransition(statement: string, values: unknown[]): Promise<StatusTransition | null> {
    const [rows]: [StatusTransition[], number] = await this.database.manager.query(statement, values);
    return rows[0] ?? null;
  }
}
