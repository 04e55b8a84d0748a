import type { ManagementSettings } from '@latchkey/config';
import { MasterKeyProof, PersonalDataCipher } from '@latchkey/crypto';
import { getCurrentTraceparent, type Logger } from '@latchkey/observability';
import { deriveTimeouts, type DatabaseModuleOptions } from '@latchkey/persistence';

export function createDatabaseOptions(settings: ManagementSettings, logger: Logger): DatabaseModuleOptions {
  return {
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    ...deriveTimeouts(settings.DATABASE_TIMEOUT),
    getTraceparent: getCurrentTraceparent,
    personalData: new PersonalDataCipher(settings.MASTER_KEY),
    proveMasterKey: (proofs) => new MasterKeyProof(proofs, settings.MASTER_KEY).verify(),
    onWait: (error) => logger.warn({ reason: (error as Error).message }, 'waiting for the database'),
  };
}
