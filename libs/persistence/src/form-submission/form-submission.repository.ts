import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { changeExpired } from '../expired-rows.js';
import type { FormSubmission } from './form-submission.entity.js';

export type FormSubmissionKey = Pick<FormSubmission, 'domainId' | 'browser' | 'hash'>;

/**
 * - `started`: the caller runs the form.
 * - `running`: another request runs it.
 * - `absent`: the domain is being deleted, so nothing was stored.
 */
export type FormSubmissionState = { kind: 'started' | 'running' | 'absent' } | { kind: 'completed'; outcome: Buffer };

/** How long an outcome is repeated, counted from the first submission. */
const REPEAT_WINDOW_SECONDS = 30;

/**
 * Only the browser's latest form is repeated, with the redirects that follow it. After another form, the same values are a new intention.
 */
const BEGIN = `
  WITH started AS (
    INSERT INTO form_submission (domain_id, browser, hash, expires_at)
    SELECT id, $2, $3, clock_timestamp() + make_interval(secs => $4) FROM domain WHERE id = $1
    ON CONFLICT (domain_id, browser, hash) DO UPDATE SET outcome = NULL, expires_at = EXCLUDED.expires_at
      WHERE form_submission.expires_at <= clock_timestamp()
    RETURNING hash),
  earlier AS (
    DELETE FROM form_submission
    WHERE domain_id = $1 AND browser = $2 AND hash <> $3 AND outcome IS NOT NULL AND $5::boolean AND EXISTS (SELECT FROM started))
  SELECT EXISTS (SELECT FROM started) AS started,
    (SELECT outcome FROM form_submission WHERE domain_id = $1 AND browser = $2 AND hash = $3) AS outcome`;

@Injectable()
export class FormSubmissionRepository {
  constructor(private readonly database: Database) {}

  /**
   * Starts a submission. Only one of concurrent callers with the same key, on any replica, starts it.
   *
   * @param isForm false for a request that follows a form
   */
  async begin({ domainId, browser, hash }: FormSubmissionKey, isForm: boolean): Promise<FormSubmissionState> {
    const [row] = await this.database.manager.query<{ started: boolean; outcome: Buffer | null }[]>(BEGIN, [
      domainId,
      browser,
      hash,
      REPEAT_WINDOW_SECONDS,
      isForm,
    ]);
    if (row!.started) return { kind: 'started' };
    if (row!.outcome) return { kind: 'completed', outcome: row!.outcome };
    return { kind: (await this.exists({ domainId, browser, hash })) ? 'running' : 'absent' };
  }

  /** Stores the outcome, for repetitions of the form. */
  async complete({ domainId, browser, hash }: FormSubmissionKey, outcome: Buffer): Promise<void> {
    await this.database.manager.query('UPDATE form_submission SET outcome = $4 WHERE domain_id = $1 AND browser = $2 AND hash = $3', [
      domainId,
      browser,
      hash,
      outcome,
    ]);
  }

  /** Deletes a submission that has consumed nothing, so that the next one runs. */
  async discard({ domainId, browser, hash }: FormSubmissionKey): Promise<void> {
    await this.database.manager.query('DELETE FROM form_submission WHERE domain_id = $1 AND browser = $2 AND hash = $3', [
      domainId,
      browser,
      hash,
    ]);
  }

  /** Removes a batch of expired submissions of all domains. @returns their number */
  deleteExpired(limit: number): Promise<number> {
    return changeExpired(this.database, { table: 'form_submission', where: 'expires_at < now()' }, limit);
  }

  private async exists({ domainId, browser, hash }: FormSubmissionKey): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query(
      'SELECT 1 FROM form_submission WHERE domain_id = $1 AND browser = $2 AND hash = $3',
      [domainId, browser, hash],
    );
    return rows.length > 0;
  }
}
