import { Module, type DynamicModule } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { Logger } from '@latchkey/observability';
import {
  ClientPersistenceModule,
  DatabaseModule,
  deriveTimeouts,
  EncryptedValuePersistenceModule,
  SubscriptionPersistenceModule,
  UserPersistenceModule,
  WebhookPersistenceModule,
} from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { ApiKeyService } from '../api-key/api-key.service.js';
import { JobModule } from '../job/job.module.js';
import { AuditLogChainModule } from '../audit-log/chain/audit-log-chain.module.js';
import { AuditLogModule } from '../audit-event/audit-log.module.js';
import { ConsoleModule } from '../console/console.module.js';
import { CallerModule } from '../caller/caller.module.js';
import { ReencryptionService } from '../master-key/reencryption.service.js';
import { createDatabaseOptions } from '../database-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';

/**
 * Milliseconds that a command waits for an answer of the database, with 10 s for a connection. No request waits for a command, but an
 * operator would have to repeat it, so DATABASE_TIMEOUT is too short.
 */
const COMMAND_TIMEOUT_MS = 18_000;

/** The module of the operator commands: the services of the API, without its server, jobs and periodic tasks. */
@Module({})
export class CliModule {
  static forRoot(settings: ManagementSettings, logger: Logger): DynamicModule {
    return {
      module: CliModule,
      imports: [
        ClientPersistenceModule,
        EncryptedValuePersistenceModule,
        SubscriptionPersistenceModule,
        UserPersistenceModule,
        WebhookPersistenceModule,
        SettingsModule.forRoot(settings),
        DatabaseModule.forRoot({
          ...createDatabaseOptions(settings, logger),
          ...deriveTimeouts(COMMAND_TIMEOUT_MS),
          poolSize: 2,
          onWait: giveUp,
        }),
        AuditLogModule,
        CallerModule,
        ConsoleModule,
        AuditLogChainModule,
        SigningKeyModule,
        JobModule,
      ],
      providers: [ApiKeyService, ReencryptionService],
    };
  }
}

/** A command does not wait for an unavailable database, because its user can run it again. */
function giveUp(error: unknown): never {
  // If several addresses all refuse the connection, Node.js reports only the code.
  const { message, code } = error as NodeJS.ErrnoException;
  throw new OperatorError(`DATABASE_URL: ${message || code}`);
}
