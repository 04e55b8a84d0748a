import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readAuthSettings } from '@latchkey/config';
import { createLogger, Metrics, NestLogger, observeRequests } from '@latchkey/observability';
import { Database } from '@latchkey/persistence';
import { createHttpServer, operationalRoutes, runMain, Service } from '@latchkey/server';
import { AuthModule } from './auth.module.js';
import { trustPeers } from './domain/host.js';
import { route } from './http.js';
import { ProviderGateway } from './provider/provider.gateway.js';
import { TokenHandler } from './token/token-handler.js';

async function main(): Promise<void> {
  const settings = readAuthSettings();
  const logger = createLogger({ service: 'auth', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const metrics = new Metrics();
  const app = await NestFactory.createApplicationContext(AuthModule.forRoot(settings, logger, metrics), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const database = app.get(Database);
  metrics.observePool(() => database.poolUse());

  const observe = observeRequests(logger, metrics);
  const operational = operationalRoutes({ metrics, isReady: () => database.isReady(), isDraining: () => service.isDraining });
  const doors = { token: app.get(TokenHandler), provider: app.get(ProviderGateway), trustsPeer: trustPeers(settings.TRUST_PROXY) };
  const routed = route(doors);
  const server = createHttpServer((request, response) => {
    observe(request, response);
    if (!operational(request, response)) routed(request, response);
  });
  const service = new Service({
    server,
    port: settings.AUTH_PORT,
    portVariable: 'AUTH_PORT',
    address: settings.LISTEN_ADDRESS,
    logger,
    close: () => app.close(),
  });
  await service.start();
}

await runMain(main);
