import 'reflect-metadata';
import { readAuthSettings } from '@latchkey/config';
import { createLogger } from '@latchkey/observability';
import { followParentLogLevel, runMain, stopOnSignals, warnOfMisspeltSettings } from '@latchkey/server';
import { AuthServer } from './auth.server.js';

async function main(): Promise<void> {
  const settings = readAuthSettings();
  const logger = createLogger({ service: 'auth', level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  followParentLogLevel(logger);
  warnOfMisspeltSettings(logger);
  const server = new AuthServer(settings, logger);
  stopOnSignals(server, logger);
  await server.start();
}

await runMain(main);
