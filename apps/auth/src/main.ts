import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readAuthSettings } from '@latchkey/config';
import { createLogger, Metrics, NestLogger } from '@latchkey/observability';
import { Database } from '@latchkey/persistence';
import { runMain, Service } from '@latchkey/server';
import { AuthModule } from './auth.module.js';
import { trustPeers } from './domain/host.js';
import { route, takePlain } from './http.js';
import { ProviderGateway } from './provider/provider.gateway.js';
import { TokenHandler } from './token/token-handler.js';

async function main(): Promise<void> {
  const settings = readAuthSettings();
  const logger = createLogger({ service: 'auth', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const metrics = new Metrics();
  const service = new Service({ port: settings.AUTH_PORT, portVariable: 'AUTH_PORT', address: settings.LISTEN_ADDRESS, logger, metrics });
  await service.start();

  const app = await NestFactory.createApplicationContext(AuthModule.forRoot(settings, logger, metrics), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const database = app.get(Database);
  metrics.observePool(() => database.poolUse());
  const doors = { token: app.get(TokenHandler), provider: app.get(ProviderGateway), trustsPeer: trustPeers(settings.TRUST_PROXY) };
  service.serve({
    takeFirst: takePlain(doors),
    listener: route(doors),
    isReady: () => database.isReady(),
    close: () => app.close(),
  });
}

await runMain(main);
