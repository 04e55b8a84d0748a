import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database } from '@latchkey/persistence';
import type { ConnectionOptions } from 'bullmq';
import { Pool } from 'pg';
import { openQueuePool, type QueuePoolOptions } from './queue-pool.js';

export interface QueueConnectionOptions extends QueuePoolOptions {
  /** If set, the queues are in Redis or Valkey, otherwise in PostgreSQL. */
  redisUrl: string | undefined;
}

/** The token of the connection of queues and workers. */
export const QUEUE_CONNECTION = Symbol('queue connection');

/** Opens and closes the connection of queues and workers. */
@Module({})
export class QueueConnectionModule implements OnApplicationShutdown {
  constructor(@Inject(QUEUE_CONNECTION) private readonly connection: ConnectionOptions | Pool) {}

  static forRoot({ redisUrl, ...pool }: QueueConnectionOptions): DynamicModule {
    const onPostgres = {
      // Waits for the database and its migrations first.
      inject: [LOGGER, Database],
      useFactory: (logger: Logger) => openQueuePool(pool, (error) => logger.warn({ error }, 'waiting for the queue')),
    };
    const onRedis = { useValue: { url: redisUrl, maxRetriesPerRequest: null } };
    const provider = { provide: QUEUE_CONNECTION, ...(redisUrl ? onRedis : onPostgres) };
    return { module: QueueConnectionModule, providers: [provider], exports: [QUEUE_CONNECTION] };
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.connection instanceof Pool) await this.connection.end();
  }
}
