import type { ManagementSettings } from '@latchkey/config';
import type { Logger } from '@latchkey/observability';
import { REQUEST_TIMEOUTS, type PersistenceOptions } from '@latchkey/persistence';

export function persistenceOptions(settings: ManagementSettings, logger: Logger): PersistenceOptions {
  return {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...REQUEST_TIMEOUTS,
    onWait: (error) => logger.warn({ reason: (error as Error).message }, 'waiting for the database'),
  };
}
