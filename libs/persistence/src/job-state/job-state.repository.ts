import { Injectable } from '@nestjs/common';
import { Like, MoreThan } from 'typeorm';
import { Database } from '../connection/database.js';
import { throwFailures, workForDomains } from '../domain-failures.js';
import type { DomainStatus } from '../domain/domain.entity.js';
import { REMOVED_USERS_JOB_PREFIX } from '../removed-users-job.js';
import { JobState, type JobStatus } from './job-state.entity.js';

/** A domain's job. There is at most one per queue. */
export type JobKey = Pick<JobState, 'domainId' | 'queue'>;

/** The result of a failed attempt. */
export interface FailedAttempt {
  state: Exclude<JobStatus, 'running'>;
  lastError: string;
  /** Seconds until a sweeper enqueues it again. */
  delay: number;
}

/** The states of domains' jobs. All times are the database's. */
@Injectable()
export class JobStateRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores the start of an attempt.
   *
   * @param lease seconds during which sweepers do not enqueue the job again
   * @returns the number of attempts so far; 0 if the domain is gone
   */
  async begin({ domainId, queue }: JobKey, lease: number): Promise<number> {
    const [row]: { attempts: number }[] = await this.database.manager.query(
      `INSERT INTO job_state (domain_id, queue, state, attempts, next_attempt_at)
       SELECT id, $2, 'running', 1, now() + make_interval(secs => $3) FROM domain WHERE id = $1
       ON CONFLICT (domain_id, queue) DO UPDATE SET state = 'running', attempts = job_state.attempts + 1, next_attempt_at = EXCLUDED.next_attempt_at,
         last_error = CASE WHEN job_state.state = 'running' THEN 'The process that worked on it has ended before it was done.' ELSE job_state.last_error END
       RETURNING attempts`,
      [domainId, queue, lease],
    );
    return row?.attempts ?? 0;
  }

  /**
   * Stores that jobs wait for their first start, from now unless an earlier time is stored.
   *
   * @throws DomainFailuresError after the other domains
   */
  async recordDue(queue: string, domainIds: readonly string[]): Promise<void> {
    const record = (ids: readonly string[]): Promise<void> => this.recordDueTogether(queue, ids);
    throwFailures((await workForDomains(this.database, domainIds, record)).failures);
  }

  private async recordDueTogether(queue: string, domainIds: readonly string[]): Promise<void> {
    await this.database.manager.query(
      // Ignores a domain whose last row is being deleted.
      `INSERT INTO job_state (domain_id, queue, state, attempts, next_attempt_at)
       SELECT id, $1, 'waiting', 0, now() FROM domain WHERE id = ANY ($2) FOR KEY SHARE SKIP LOCKED
       ON CONFLICT (domain_id, queue) DO NOTHING`,
      [queue, domainIds],
    );
  }

  /**
   * How many seconds the longest waiting job has been due; 0 if none is.
   *
   * @param status of the domains with such jobs, because jobs of others have no effect
   */
  async oldestDueSeconds(queue: string, status: DomainStatus): Promise<number> {
    const [row]: { seconds: number }[] = await this.database.manager.query(
      `SELECT coalesce(extract(epoch FROM now() - min(job.next_attempt_at)), 0)::float8 AS seconds
       FROM job_state AS job JOIN domain ON domain.id = job.domain_id
       WHERE job.queue = $1 AND job.next_attempt_at <= now() AND domain.status = $2`,
      [queue, status],
    );
    return row!.seconds;
  }

  /** Renews the lease of a running job. @param lease seconds during which sweepers do not enqueue it again */
  async renew({ domainId, queue }: JobKey, lease: number): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET next_attempt_at = now() + make_interval(secs => $3) WHERE domain_id = $1 AND queue = $2 AND state = 'running'`,
      [domainId, queue, lease],
    );
  }

  async fail({ domainId, queue }: JobKey, { state, lastError, delay }: FailedAttempt): Promise<void> {
    await this.database.manager.query(
      `UPDATE job_state SET state = $3, last_error = $4, next_attempt_at = now() + make_interval(secs => $5) WHERE domain_id = $1 AND queue = $2`,
      [domainId, queue, state, lastError, delay],
    );
  }

  /** Removes the state, because nothing is left to do. */
  async end(key: JobKey): Promise<void> {
    await this.rows.delete(key);
  }

  /** The jobs of a domain that have started and not ended. Jobs of removed identity providers count as started once they are stored. */
  list(domainId: string): Promise<JobState[]> {
    const begun = [
      { domainId, attempts: MoreThan(0) },
      { domainId, queue: Like(`${REMOVED_USERS_JOB_PREFIX}%`) },
    ];
    return this.rows.find({ where: begun, order: { queue: 'ASC' } });
  }

  /**
   * The number of jobs that have used up all attempts of their queue, by queue. Jobs with more starts count too, whatever they are doing,
   * because no process reports the failure if a job ends its process, or the queue is lost repeatedly.
   *
   * @param attempts of a queue
   */
  countFailed(attempts: number): Promise<{ queue: string; jobs: number }[]> {
    return this.database.manager.query(
      `SELECT queue, count(*)::integer AS jobs FROM job_state WHERE state = 'failed' OR attempts > $1 GROUP BY queue`,
      [attempts],
    );
  }

  private get rows() {
    return this.database.manager.getRepository(JobState);
  }
}
