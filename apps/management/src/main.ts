import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readManagementSettings, type ManagementSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { createLogger, Metrics, NestLogger, type Logger } from '@latchkey/observability';
import { MAX_QUEUE_CONNECTIONS } from '@latchkey/jobs';
import { Database, MasterKeyProofRepository } from '@latchkey/persistence';
import { runMain, Service, warnOfMisspeltSettings } from '@latchkey/server';
import type { RequestListener } from 'node:http';
import { configureHttp, createHttpAdapter } from './http.js';
import { ManagementModule } from './management.module.js';

async function main(): Promise<void> {
  const settings = readManagementSettings();
  const logger = createLogger({ service: 'management', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  warnOfMisspeltSettings(logger);
  const metrics = new Metrics();
  const service = createService(settings, logger, metrics);
  await service.start();

  const app = await NestFactory.create<NestExpressApplication>(ManagementModule.forRoot(settings, logger, metrics), createHttpAdapter(), {
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
  const listener = app.getHttpAdapter().getInstance() as RequestListener;
  service.serve({
    listener,
    isReady: async () => (await database.isReady()) && (await masterKey.isValid().catch(() => false)),
    close: () => app.close(),
  });
}

function createService(settings: ManagementSettings, logger: Logger, metrics: Metrics): Service {
  return new Service({
    port: settings.MANAGEMENT_PORT,
    portVariable: 'MANAGEMENT_PORT',
    address: settings.LISTEN_ADDRESS,
    publicUrl: settings.MANAGEMENT_URL,
    metricsPort: settings.METRICS_PORT,
    poolSize: settings.DATABASE_POOL_SIZE + MAX_QUEUE_CONNECTIONS,
    logger,
    metrics,
  });
}

await runMain(main);
