import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import type { BegunDnsAttempt } from '../dns-attempt/dns-attempt.repository.js';

/** The kind of lock that is held while records of a domain are created. The number is arbitrary, but no other kind of lock has it. */
const PROVISIONING_LOCK = 1_684_958_834;
/** Domains that may have records. While records of an active domain are created, no removal starts. */
const PROVISIONABLE = `kind = 'sandbox' AND status = 'active'`;
/** When an attempt with an unknown outcome is first checked. The deletion itself has checked before. */
const FIRST_CHECK_DELAY = `interval '10 seconds'`;

/** The state of the DNS records of sandbox domains. All times are the database's. */
@Injectable()
export class DomainProvisioningRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores, before the first record is created, that records may exist from now on.
   *
   * @returns the attempt, which the caller ends when it knows the outcome; null if there is nothing to do: the records exist, it is not a
   * sandbox domain, or it is gone or being deleted
   */
  async begin(id: string, target: string): Promise<BegunDnsAttempt | null> {
    const [attempt]: BegunDnsAttempt[] = await this.database.manager.query(
      `WITH begun AS (
         UPDATE domain SET dns_begun_at = clock_timestamp() WHERE id = $1 AND ${PROVISIONABLE} AND dns_target IS DISTINCT FROM $2
         RETURNING id, name, dns_begun_at)
       INSERT INTO dns_attempt (owner, begun_at, name, next_look_at) SELECT id, dns_begun_at, name, dns_begun_at + ${FIRST_CHECK_DELAY} FROM begun
       RETURNING owner, begun_at::text AS "begunAt", name`,
      [id, target],
    );
    return attempt ?? null;
  }

  /**
   * Locks the records of the domain until the transaction ends.
   * @returns its name; null if another process has the lock, or the domain must have no records
   */
  async lock(id: string): Promise<string | null> {
    if (!(await this.tryLock(id))) return null;
    const [row]: { name: string }[] = await this.database.manager.query(`SELECT name FROM domain WHERE id = $1 AND ${PROVISIONABLE}`, [id]);
    return row?.name ?? null;
  }

  /** Stores the records that were created. Does nothing for a domain that has been deleted meanwhile. */
  async recordProvisioned(id: string, target: string): Promise<void> {
    await this.database.manager.query(`UPDATE domain SET dns_target = $2 WHERE id = $1 AND ${PROVISIONABLE}`, [id, target]);
  }

  /** Whether no process is currently creating records of the domain; while it is being deleted, none will start. */
  isUnlocked(id: string): Promise<boolean> {
    return this.database.transaction(() => this.tryLock(id));
  }

  /** Whether at least this many milliseconds have passed since the last start of creating records. */
  async hasSettled(id: string, settlingMs: number): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(
      `SELECT 1 FROM domain WHERE id = $1 AND dns_begun_at > clock_timestamp() - make_interval(secs => $2 / 1000.0)`,
      [id, settlingMs],
    );
    return rows.length === 0;
  }

  /** Domains without these records, whose job is due. @param queue the job's queue */
  async listUnprovisioned(target: string, queue: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      `SELECT domain.id FROM domain LEFT JOIN job_state AS job ON job.domain_id = domain.id AND job.queue = $2
       WHERE domain.kind = 'sandbox' AND domain.status = 'active'
         AND (domain.dns_target IS NULL OR domain.dns_target < $1 OR domain.dns_target > $1)
         AND (job.next_attempt_at <= now()) IS NOT FALSE
       ORDER BY job.next_attempt_at NULLS FIRST, domain.id LIMIT $3`,
      [target, queue, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Deletes the state of jobs without work left: the settings have changed, or a worker was killed after its last step. Keeps jobs of live
   * workers.
   *
   * @param target the records of each domain; null if there are none @param queue the jobs' queue
   */
  async deleteObsoleteJobs(target: string | null, queue: string): Promise<void> {
    await this.database.manager.query(
      `DELETE FROM job_state AS job USING domain
       WHERE job.queue = $2 AND (job.state = 'failed' OR job.next_attempt_at <= now())
         AND domain.id = job.domain_id AND ($1::text IS NULL OR domain.dns_target = $1)`,
      [target, queue],
    );
  }

  private async tryLock(id: string): Promise<boolean> {
    const [row]: { locked: boolean }[] = await this.database.manager.query(
      `SELECT pg_try_advisory_xact_lock(${PROVISIONING_LOCK}, hashtext($1)) AS locked`,
      [id],
    );
    return row?.locked === true;
  }
}
