import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { readManagementSettings } from '@latchkey/config';
import { createLogger } from '@latchkey/observability';
import { runMain } from '@latchkey/server';
import { CliModule } from './cli.module.js';
import { createProgram } from './program.js';

await runMain(async () => {
  const program = createProgram(async () => {
    const settings = readManagementSettings();
    const logger = createLogger({ service: 'cli', level: 'silent', format: 'json' });
    return NestFactory.createApplicationContext(CliModule.forRoot(settings, logger), { logger: false, abortOnError: false });
  });
  await program.parseAsync();
});
