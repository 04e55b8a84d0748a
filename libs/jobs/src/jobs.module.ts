import { BullModule } from '@nestjs/bullmq';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Database } from '@latchkey/persistence';
import { createPostgresBackend, setDefaultBackendFactory, type ConnectionOptions, type DefaultJobOptions } from 'bullmq';
import { DomainDeletionQueue } from './domain-deletion.queue.js';
import { QUEUES } from './queues.js';

export interface JobsOptions {
  databaseUrl: string;
  /** If set, the queues are kept in Redis or Valkey, else in PostgreSQL. */
  redisUrl: string | undefined;
}

/** A job that has failed for good makes room for the sweeper's next ring; the log and the metrics have told of it. */
const JOB_OPTIONS: DefaultJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: true,
  removeOnFail: true,
};

/** Connections that a queue or a worker keeps open on PostgreSQL. */
const POOL_PER_QUEUE = 2;

@Global()
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    // The Nest module has no option for the backend: BullMQ's own switch is process-wide.
    if (options.redisUrl) setDefaultBackendFactory();
    else setDefaultBackendFactory(createPostgresBackend);
    return {
      module: JobsModule,
      imports: [
        BullModule.forRootAsync({
          // PostgreSQL is waited for by the database's own start: the queue's tables are made once it is there.
          inject: [Database],
          useFactory: () => ({ connection: connectionTo(options), defaultJobOptions: JOB_OPTIONS }),
        }),
        BullModule.registerQueue({ name: QUEUES.domainDeletion }),
      ],
      providers: [DomainDeletionQueue],
      exports: [DomainDeletionQueue, BullModule],
    };
  }
}

function connectionTo({ databaseUrl, redisUrl }: JobsOptions): ConnectionOptions {
  if (redisUrl) return { url: redisUrl, maxRetriesPerRequest: null };
  const postgres = {
    connectionString: databaseUrl,
    schema: 'bullmq',
    migrate: true,
    max: POOL_PER_QUEUE,
    application_name: 'latchkey jobs',
  };
  // Nest's types know Redis only.
  return postgres as unknown as ConnectionOptions;
}
