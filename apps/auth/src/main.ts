import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readAuthSettings, type AuthSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { createLogger, Metrics, NestLogger, type Logger } from '@latchkey/observability';
import { Database, MasterKeyProofRepository } from '@latchkey/persistence';
import { runMain, Service, warnOfMisspeltSettings } from '@latchkey/server';
import type { RequestListener } from 'node:http';
import { AuthModule } from './auth.module.js';
import { createPeerTrust } from './domain/host.js';
import { createRouter, createFastPathListener } from './http.js';
import { configurePages, createPagesAdapter } from './pages-http.js';
import { ProviderGateway } from './provider/provider.gateway.js';
import { MAX_QUERY_BYTES } from './provider/requests/request-limits.js';
import { TlsAskHandler } from './domain/tls-ask.handler.js';
import { TokenHandler } from './token/token.handler.js';

async function main(): Promise<void> {
  const settings = readAuthSettings();
  const logger = createLogger({ service: 'auth', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  warnOfMisspeltSettings(logger);
  const metrics = new Metrics();
  const service = createService(settings, logger, metrics);
  await service.start();

  const app = await NestFactory.create<NestExpressApplication>(AuthModule.forRoot(settings, logger, metrics), createPagesAdapter(), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  const trustsPeer = createPeerTrust(settings.TRUST_PROXY);
  configurePages(app, trustsPeer);
  await app.init();
  const database = app.get(Database);
  const masterKey = new MasterKeyProof(app.get(MasterKeyProofRepository), settings.MASTER_KEY);
  metrics.observePool(() => database.getPoolUsage());
  metrics.observeCircuit(() => database.isCircuitOpen);
  const pages = app.getHttpAdapter().getInstance() as RequestListener;
  const doors = { token: app.get(TokenHandler), provider: app.get(ProviderGateway), tls: app.get(TlsAskHandler), pages, trustsPeer };
  service.serve({
    takeFirst: createFastPathListener(doors),
    listener: createRouter(doors),
    isReady: async () => (await database.isReady()) && (await masterKey.isValid().catch(() => false)),
    close: () => app.close(),
  });
}

function createService(settings: AuthSettings, logger: Logger, metrics: Metrics): Service {
  return new Service({
    port: settings.AUTH_PORT,
    portVariable: 'AUTH_PORT',
    address: settings.LISTEN_ADDRESS,
    publicUrl: settings.AUTH_URL,
    metricsPort: settings.METRICS_PORT,
    poolSize: settings.DATABASE_POOL_SIZE,
    // Twice of what endpoints take, so that those refuse a longer query themselves.
    queryBytes: 2 * MAX_QUERY_BYTES,
    logger,
    metrics,
  });
}

await runMain(main);
