import type { ManagementSettings } from '@latchkey/config';
import type { Logger } from '@latchkey/observability';
import type { PersistenceOptions } from '@latchkey/persistence';

/** Milliseconds: a request waits no longer than this for a statement, and a batch of a job needs no longer. */
const STATEMENT_TIMEOUT = 1_500;
const QUERY_TIMEOUT = 1_800;

export function persistenceOptions(settings: ManagementSettings, logger: Logger): PersistenceOptions {
  return {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    statementTimeout: STATEMENT_TIMEOUT,
    queryTimeout: QUERY_TIMEOUT,
    onWait: (error) => logger.warn({ reason: (error as Error).message }, 'waiting for the database'),
  };
}
