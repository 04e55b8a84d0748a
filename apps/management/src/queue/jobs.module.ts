import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { setDefaultBackendFactory, type ConnectionOptions, type DefaultJobOptions } from 'bullmq';
import { DomainDeletionQueue } from './domain-deletion.queue.js';
import { DomainProvisionQueue } from './domain-provision.queue.js';
import { DomainVerificationQueue } from './domain-verification.queue.js';
import { LogoutNoticeQueue } from './logout-notice.queue.js';
import { MessageQueue } from './message.queue.js';
import { createRetryingPostgresBackend } from './retrying-postgres-backend.js';
import { createRetryingRedisBackend } from './retrying-redis-backend.js';
import { UserImportQueue } from './user-import.queue.js';
import { WebhookQueue } from './webhook.queue.js';
import { QUEUE_CONNECTION, QueueConnectionModule, type QueueConnectionOptions } from './queue-connection.module.js';
import { QUEUES } from './queues.js';
import { MAX_ATTEMPTS, BACKOFF } from './retry-delay.js';

export type JobsOptions = QueueConnectionOptions;

/** A job that the queue has given up makes room for the next one from the sweeper; its row says that it has failed. */
const JOB_OPTIONS: DefaultJobOptions = { attempts: MAX_ATTEMPTS, backoff: BACKOFF, removeOnComplete: true, removeOnFail: true };

/** The producers, one for each queue. */
const PRODUCERS = [
  DomainDeletionQueue,
  DomainProvisionQueue,
  DomainVerificationQueue,
  MessageQueue,
  LogoutNoticeQueue,
  WebhookQueue,
  UserImportQueue,
];

@Global()
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    // The Nest module has no option for the backend: BullMQ's own switch is process-wide.
    if (options.redisUrl) setDefaultBackendFactory(createRetryingRedisBackend);
    else setDefaultBackendFactory(createRetryingPostgresBackend);
    return {
      module: JobsModule,
      imports: [
        BullModule.forRootAsync({
          imports: [QueueConnectionModule.forRoot(options)],
          inject: [QUEUE_CONNECTION],
          useFactory: (connection: ConnectionOptions) => ({ connection, defaultJobOptions: JOB_OPTIONS }),
        }),
        BullModule.registerQueue(...Object.values(QUEUES).map((name) => ({ name }))),
      ],
      providers: PRODUCERS,
      exports: [...PRODUCERS, BullModule],
    };
  }
}
