import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { REMOVED_USERS_JOB_PREFIX } from '../removed-users-job.js';

/** True, but lets PostgreSQL use an index by domain. */
const ANY_DOMAIN = `domain_id > '00000000-0000-0000-0000-000000000000'`;

/** The rows of each kind of periodic work, while there are any. A row may be due and still have to wait, for example for its lease. */
const ROWS = {
  chain: `FROM log_entry WHERE sequence IS NULL AND ${ANY_DOMAIN}`,
  checkpoint: 'FROM log_chain WHERE checkpoint_due_at <= now()',
  outbox: `FROM webhook_outbox WHERE ${ANY_DOMAIN}`,
  webhook: 'FROM webhook WHERE next_attempt_at <= now()',
  stream: 'FROM ssf_stream WHERE next_attempt_at <= now()',
  message: `FROM message WHERE state = 'waiting' AND next_attempt_at <= now()`,
  logoutNotice: 'FROM logout_notice WHERE next_attempt_at <= now()',
  verification: 'FROM domain WHERE next_check_at <= now()',
  deletion: `FROM domain WHERE status = 'deleting'`,
  abandonedImport: `FROM domain WHERE status = 'importing' AND importing_until < now()`,
  userImport: `FROM user_import WHERE status <> 'Completed' AND (status <> 'Uploading' OR leased_until < now()) AND ${ANY_DOMAIN}`,
  userInvitation: 'FROM user_invitation WHERE next_step_at <= now()',
  dnsAttempt: 'FROM dns_attempt WHERE next_look_at <= now()',
  removedUsers: `FROM job_state WHERE queue LIKE '${REMOVED_USERS_JOB_PREFIX}%' AND next_attempt_at <= now()`,
} as const;

/** A kind of periodic work. */
export type DueKind = keyof typeof ROWS;

const KINDS = Object.keys(ROWS) as DueKind[];
const DUE = `SELECT ${KINDS.map((kind) => `EXISTS (SELECT ${ROWS[kind]}) AS "${kind}"`).join(', ')}`;
/** Jobs in PostgreSQL that a worker can start, or that one has. */
const QUEUES = `ARRAY (
  SELECT queue FROM unnest($1::text[]) AS queue WHERE EXISTS (
    SELECT FROM bullmq.job WHERE job.queue = queue.queue
      AND (state IN ('waiting', 'active') OR state = 'delayed' AND process_at_ms <= extract(epoch FROM now()) * 1000))) AS queues`;

/** The kinds of work with due rows, and the queues with jobs. */
export interface FoundWork {
  kinds: DueKind[];
  queues: string[];
}

/** Looks for all periodic work at once. */
@Injectable()
export class DueWorkRepository {
  constructor(private readonly database: Database) {}

  /** @param queues that are in PostgreSQL; none if they are in Redis */
  async find(queues: readonly string[]): Promise<FoundWork> {
    const [row] = await this.database.queryPrepared<Record<DueKind, boolean> & { queues?: string[] }>(
      queues.length > 0 ? { name: 'due-work-and-jobs', text: `${DUE}, ${QUEUES}` } : { name: 'due-work', text: DUE },
      queues.length > 0 ? [queues] : [],
    );
    return { kinds: KINDS.filter((kind) => row![kind]), queues: row!.queues ?? [] };
  }
}
