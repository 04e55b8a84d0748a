import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readManagementSettings } from '@latchkey/config';
import { createLogger, Metrics, NestLogger, observeRequests } from '@latchkey/observability';
import { Database } from '@latchkey/persistence';
import { createHttpServer, operationalRoutes, runMain, Service } from '@latchkey/server';
import type { RequestListener } from 'node:http';
import { configureHttp, createHttpAdapter } from './http.js';
import { ManagementModule } from './management.module.js';

async function main(): Promise<void> {
  const settings = readManagementSettings();
  const logger = createLogger({ service: 'management', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  const metrics = new Metrics();
  const app = await NestFactory.create<NestExpressApplication>(ManagementModule.forRoot(settings, logger, metrics), createHttpAdapter(), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  configureHttp(app, settings.TRUST_PROXY);
  await app.init();
  const database = app.get(Database);
  metrics.observePool(() => database.poolUse());

  const observe = observeRequests(logger, metrics);
  const operational = operationalRoutes({ metrics, isReady: () => database.isReady(), isDraining: () => service.isDraining });
  const express = app.getHttpAdapter().getInstance() as RequestListener;
  const server = createHttpServer((request, response) => {
    observe(request, response);
    if (!operational(request, response)) express(request, response);
  });
  const service = new Service({
    server,
    port: settings.MANAGEMENT_PORT,
    portVariable: 'MANAGEMENT_PORT',
    address: settings.LISTEN_ADDRESS,
    logger,
    close: () => app.close(),
  });
  await service.start();
}

await runMain(main);
