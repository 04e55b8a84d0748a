import { Injectable } from '@nestjs/common';
import type { EventData, EventType } from '@latchkey/events';
import { Database } from '../connection/database.js';
import {
  CURRENT_MINUTE,
  FAILED_CLIENT_AUTHENTICATION,
  getCounterKeyPrefix,
  MAX_FAILURES_PER_MINUTE,
  REFUSED_METADATA_DOCUMENT,
  REFUSED_REDIRECT_URI,
} from '../failure-log.js';
import { isStorable } from '../storable-text.js';
import { buildRemovalDate } from '../audit-log-retention.js';

/** A request that failed for a reason that its client's operator may have to fix. */
export interface ClientFailure {
  /** The name of the domain. */
  domain: string;
  /** The client that the request names. */
  clientId: string | null;
  /** Whether the failure is logged even if the domain has no such client. */
  isIssuerKnown: boolean;
  requestId: string;
  /** The `traceparent` header with which work continues the trace of the request, of version 00. */
  traceparent: string | null;
  /** The content of the entry: why client authentication failed, the redirect URI that was sent, or why a document is refused. */
  reason: string;
}

/** An event type whose only field is the reason. */
type FailureEvent = { [Type in EventType]: { type: Type; field: keyof EventData<Type> & string } }[
  typeof FAILED_CLIENT_AUTHENTICATION | typeof REFUSED_REDIRECT_URI | typeof REFUSED_METADATA_DOCUMENT];

/**
 * Counts the failures of each domain, and logs those within the limit per minute. Sorted counts prevent deadlocks, because concurrent
 * statements wait for each other in the same order. A domain whose own row is being deleted is skipped; otherwise its foreign key would
 * fail the whole statement.
 */
const createRecordStatement = (
  counter: Parameters<typeof getCounterKeyPrefix>[1],
  { type, field }: FailureEvent,
  clientId: 'client.client_id' | 'sent.client_id' = 'client.client_id',
) => ({
  name: `record-${counter}`,
  // control: clients that fail to authenticate cannot flood the log of a domain
  text: `
    WITH served AS MATERIALIZED (
      SELECT id, name FROM domain WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL AND status IN ('active', 'degraded')
      ORDER BY id FOR KEY SHARE SKIP LOCKED
    ), failure AS MATERIALIZED (
      SELECT served.id AS domain_id, ${clientId}, request_id, traceparent, reason, format('${getCounterKeyPrefix('%s', counter)}%s', served.id, minute) AS key, minute,
             row_number() OVER (PARTITION BY served.id ORDER BY n) AS position, count(*) OVER (PARTITION BY served.id) AS failures
      FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
             AS sent (domain, client_id, is_issuer_known, request_id, reason, traceparent, n)
        CROSS JOIN (SELECT ${CURRENT_MINUTE} AS minute) AS clock
        JOIN served ON served.name = sent.domain
        LEFT JOIN client ON client.domain_id = served.id AND client.client_id = sent.client_id
      WHERE client.client_id IS NOT NULL OR is_issuer_known
    ), counted AS (
      INSERT INTO rate_limit (key, points, expire) SELECT key, failures, (minute + 1) * 60000 FROM failure WHERE position = 1 ORDER BY key
      ON CONFLICT (key) DO UPDATE SET points = rate_limit.points + EXCLUDED.points RETURNING key, points
    )
    INSERT INTO log_entry (domain_id, removed_from, type, actor_type, request_id, trace_id, traceparent, client_id, data)
    SELECT domain_id, ${buildRemovalDate('failure.domain_id')}, '${type}', 'service', request_id, split_part(traceparent, '-', 2), traceparent, client_id, jsonb_build_object('${field}', reason)
    FROM failure JOIN counted USING (key)
    WHERE points - failures + position <= ${MAX_FAILURES_PER_MINUTE} ORDER BY domain_id, position`,
});

const RECORD_AUTHENTICATION_FAILURES = createRecordStatement('failed-client-authentications', {
  type: FAILED_CLIENT_AUTHENTICATION,
  field: 'reason',
});
const RECORD_REFUSED_REDIRECT_URIS = createRecordStatement('refused-redirect-uris', { type: REFUSED_REDIRECT_URI, field: 'redirectUri' });

/** No row names the client of a document, so the entry has the id that was sent. */
const RECORD_REFUSED_DOCUMENTS = createRecordStatement(
  'refused-metadata-documents',
  { type: REFUSED_METADATA_DOCUMENT, field: 'reason' },
  'sent.client_id',
);

/** Client failures in the logs of domains. Failures of unknown clients are ignored, and those beyond the limit only counted. */
@Injectable()
export class ClientFailureAuditLogRepository {
  constructor(private readonly database: Database) {}

  /** Logs failed client authentications in one statement. */
  recordAuthenticationFailures(failures: readonly ClientFailure[]): Promise<void> {
    return this.record(RECORD_AUTHENTICATION_FAILURES, failures);
  }

  /** Logs redirect URIs that are not registered for their client, in one statement. */
  recordRefusedRedirectUris(failures: readonly ClientFailure[]): Promise<void> {
    return this.record(RECORD_REFUSED_REDIRECT_URIS, failures);
  }

  /** Logs refused documents of clients, in one statement. */
  recordRefusedDocuments(failures: readonly ClientFailure[]): Promise<void> {
    return this.record(RECORD_REFUSED_DOCUMENTS, failures);
  }

  private async record(statement: ReturnType<typeof createRecordStatement>, failures: readonly ClientFailure[]): Promise<void> {
    const columns = [
      failures.map(({ domain }) => domain),
      failures.map(({ clientId }) => (clientId !== null && isStorable(clientId) ? clientId : null)),
      failures.map(({ isIssuerKnown }) => isIssuerKnown),
      failures.map(({ requestId }) => requestId),
      failures.map(({ reason }) => reason),
      failures.map(({ traceparent }) => traceparent),
    ];
    await this.database.queryPrepared(statement, columns);
  }
}
