import 'reflect-metadata';
import { readManagementSettings } from '@latchkey/config';
import { createLogger } from '@latchkey/observability';
import { followParentLogLevel, runMain, stopOnSignals, warnOfMisspeltSettings } from '@latchkey/server';
import { ManagementServer } from './management.server.js';

async function main(): Promise<void> {
  const settings = readManagementSettings();
  const logger = createLogger({ service: 'management', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  followParentLogLevel(logger);
  warnOfMisspeltSettings(logger);
  const server = new ManagementServer(settings, logger);
  stopOnSignals(server, logger);
  await server.start();
}

await runMain(main);
