import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ManagementSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { Metrics, NestLogger, startTracing, type Logger, type StopTracing } from '@latchkey/observability';
import { Database, MasterKeyProofRepository } from '@latchkey/persistence';
import { Service } from '@latchkey/server';
import type { RequestListener } from 'node:http';
import { MAX_QUEUE_CONNECTIONS } from './queue/queue-pool.js';
import { configureHttp, createHttpAdapter } from './http-pipeline.js';
import { ManagementModule } from './management.module.js';

/** The management API. It listens immediately, and answers 503 until the database is reachable. */
export class ManagementServer {
  private readonly metrics: Metrics;
  private readonly service: Service;
  private stopTracing: StopTracing | undefined;

  constructor(
    private readonly settings: ManagementSettings,
    private readonly logger: Logger,
  ) {
    this.metrics = new Metrics(settings.METRICS_DOMAINS);
    this.service = new Service({
      port: settings.MANAGEMENT_PORT,
      portVariable: 'MANAGEMENT_PORT',
      address: settings.LISTEN_ADDRESS,
      publicUrl: settings.MANAGEMENT_URL,
      metricsPort: settings.METRICS_PORT,
      poolSize: settings.DATABASE_POOL_SIZE + MAX_QUEUE_CONNECTIONS,
      logger,
      metrics: this.metrics,
    });
  }

  async start(): Promise<void> {
    await this.service.start();
    const { settings, logger, metrics } = this;
    this.stopTracing = await startTracing(settings, { service: 'management', logger });
    const module = ManagementModule.forRoot(settings, { logger, metrics });
    const app = await NestFactory.create<NestExpressApplication>(module, createHttpAdapter(), {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    });
    configureHttp(app, settings.TRUST_PROXY);
    await app.init();
    const database = app.get(Database);
    const masterKey = new MasterKeyProof(app.get(MasterKeyProofRepository), settings.MASTER_KEY);
    metrics.observePool(() => database.getPoolUsage());
    metrics.observeCircuit(() => database.isCircuitOpen);
    this.service.serve({
      listener: app.getHttpAdapter().getInstance() as RequestListener,
      isReady: async () => (await database.isReady()) && (await masterKey.isValid().catch(() => false)),
      close: () => app.close(),
    });
  }

  /** Answers the requests that have arrived, then closes all connections. */
  async stop(): Promise<void> {
    await this.service.stop();
    await this.stopTracing?.();
  }
}
