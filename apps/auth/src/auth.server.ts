import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AuthSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { Metrics, NestLogger, startTracing, type Logger, type StopTracing } from '@latchkey/observability';
import { Database, MasterKeyProofRepository } from '@latchkey/persistence';
import { Service } from '@latchkey/server';
import { AuthModule } from './auth.module.js';
import { HttpListener } from './http.listener.js';
import { configurePages, createPagesAdapter } from './pages-pipeline.js';
import { createEarlyCorsHeaders } from './protocol/cors.js';
import { MAX_QUERY_BYTES } from './protocol/request-limits.js';

/** The auth server. It listens immediately, and answers 503 until the database is reachable. */
export class AuthServer {
  private readonly metrics: Metrics;
  private readonly service: Service;
  private stopTracing: StopTracing | undefined;

  constructor(
    private readonly settings: AuthSettings,
    private readonly logger: Logger,
  ) {
    this.metrics = new Metrics(settings.METRICS_DOMAINS);
    this.service = new Service({
      port: settings.AUTH_PORT,
      portVariable: 'AUTH_PORT',
      address: settings.LISTEN_ADDRESS,
      publicUrl: settings.AUTH_URL,
      metricsPort: settings.METRICS_PORT,
      poolSize: settings.DATABASE_POOL_SIZE,
      // Twice the limit of the endpoints, so that the endpoints themselves reject a longer query.
      queryBytes: 2 * MAX_QUERY_BYTES,
      refusalHeaders: createEarlyCorsHeaders,
      logger,
      metrics: this.metrics,
    });
  }

  async start(): Promise<void> {
    await this.service.start();
    const { settings, logger, metrics } = this;
    this.stopTracing = await startTracing(settings, { service: 'auth', logger });
    const app = await NestFactory.create<NestExpressApplication>(AuthModule.forRoot(settings, logger, metrics), createPagesAdapter(), {
      logger: new NestLogger(logger),
      bodyParser: false,
      abortOnError: false,
    });
    configurePages(app);
    await app.init();
    const database = app.get(Database);
    const masterKey = new MasterKeyProof(app.get(MasterKeyProofRepository), settings.MASTER_KEY);
    metrics.observePool(() => database.getPoolUsage());
    metrics.observeCircuit(() => database.isCircuitOpen);
    const listener = app.get(HttpListener);
    this.service.serve({
      preRouter: (request, response) => listener.preRouter(request, response),
      listener: (request, response) => listener.answer(request, response),
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
