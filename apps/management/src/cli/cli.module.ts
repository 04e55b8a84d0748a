import { Module, type DynamicModule } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { Logger } from '@latchkey/observability';
import { PersistenceModule } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';
import { ApiKeyModule } from '../api-key/api-key.module.js';
import { AnswerSealing } from '../idempotency/answer-sealing.js';
import { LogModule } from '../log/log.module.js';
import { persistenceOptions } from '../persistence-options.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SigningKeyModule } from '../signing-key/signing-key.module.js';

/** What the operator's commands use: the same services as the API, without its server and its jobs. */
@Module({})
export class CliModule {
  static forRoot(settings: ManagementSettings, logger: Logger): DynamicModule {
    const onWait = (error: unknown): never => {
      throw new OperatorError(`the database of DATABASE_URL does not answer: ${(error as Error).message}`);
    };
    return {
      module: CliModule,
      imports: [
        SettingsModule.forRoot(settings),
        PersistenceModule.forRoot({ ...persistenceOptions(settings, logger), poolSize: 2, onWait }),
        ApiKeyModule,
        LogModule,
        SigningKeyModule,
      ],
      providers: [AnswerSealing],
    };
  }
}
