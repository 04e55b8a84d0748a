import 'reflect-metadata';
import { readMigrationSettings } from '@latchkey/config';
import { isDatabaseOutage, migrate } from '@latchkey/persistence';
import { OperatorError, runMain } from '@latchkey/server';

await runMain(async () => {
  const { DATABASE_URL } = readMigrationSettings();
  try {
    await migrate(DATABASE_URL);
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    throw new OperatorError(`DATABASE_URL: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
});
