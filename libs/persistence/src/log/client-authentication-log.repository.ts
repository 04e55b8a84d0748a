import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { CURRENT_MINUTE, FAILED_CLIENT_AUTHENTICATION, getCounterKeyPrefix, MAX_FAILURES_PER_MINUTE } from '../failure-log.js';
import { isStorable } from '../storable-text.js';

/** A client that could not be authenticated. */
export interface ClientAuthenticationFailure {
  /** The name of the domain. */
  domain: string;
  /** The client that the request claims to come from. */
  clientId: string | null;
  /** Whether it is logged even if the domain has no such client. */
  isIssuerKnown: boolean;
  requestId: string;
  reason: string;
}

const COUNTER_KEY = getCounterKeyPrefix('%s', 'failed-client-authentications');

/**
 * Counts the failures of each domain, and logs those within the limit of the minute. The order of the counts prevents deadlocks: concurrent
 * statements wait for each other in the same order. A domain whose own row is being deleted is left out, or its foreign key would fail the
 * whole statement.
 */
const RECORD = {
  name: 'record-client-authentication-failures',
  text: `
    WITH served AS MATERIALIZED (
      SELECT id, name FROM domain WHERE name = ANY ($1::text[]) AND verified_at IS NOT NULL AND status IN ('active', 'degraded')
      ORDER BY id FOR KEY SHARE SKIP LOCKED
    ), failure AS MATERIALIZED (
      SELECT served.id AS domain_id, client.client_id, request_id, reason, format('${COUNTER_KEY}%s', served.id, minute) AS key, minute,
             row_number() OVER (PARTITION BY served.id ORDER BY n) AS position, count(*) OVER (PARTITION BY served.id) AS failures
      FROM unnest($1::text[], $2::text[], $3::boolean[], $4::text[], $5::text[]) WITH ORDINALITY
             AS sent (domain, client_id, is_issuer_known, request_id, reason, n)
        CROSS JOIN (SELECT ${CURRENT_MINUTE} AS minute) AS clock
        JOIN served ON served.name = sent.domain
        LEFT JOIN client ON client.domain_id = served.id AND client.client_id = sent.client_id
      WHERE client.client_id IS NOT NULL OR is_issuer_known
    ), counted AS (
      INSERT INTO rate_limit (key, points, expire) SELECT key, failures, (minute + 1) * 60000 FROM failure WHERE position = 1 ORDER BY key
      ON CONFLICT (key) DO UPDATE SET points = rate_limit.points + EXCLUDED.points RETURNING key, points
    )
    INSERT INTO log_entry (domain_id, operation, actor_type, request_id, client_id, changed)
    SELECT domain_id, '${FAILED_CLIENT_AUTHENTICATION}', 'service', request_id, client_id, ARRAY[reason]
    FROM failure JOIN counted USING (key)
    WHERE points - failures + position <= ${MAX_FAILURES_PER_MINUTE} ORDER BY domain_id, position`,
};

/** Failed authentications of clients in the logs of domains. */
@Injectable()
export class ClientAuthenticationLogRepository {
  constructor(private readonly database: Database) {}

  /** Logs failures in one statement. Those of unknown clients are ignored, and those beyond the limit only counted. */
  async record(failures: readonly ClientAuthenticationFailure[]): Promise<void> {
    const columns = [
      failures.map(({ domain }) => domain),
      failures.map(({ clientId }) => (clientId !== null && isStorable(clientId) ? clientId : null)),
      failures.map(({ isIssuerKnown }) => isIssuerKnown),
      failures.map(({ requestId }) => requestId),
      failures.map(({ reason }) => reason),
    ];
    await this.database.queryPrepared(RECORD, columns);
  }
}
