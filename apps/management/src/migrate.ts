import 'reflect-metadata';
import { constants } from 'node:os';
import { readMigrationSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { isDatabaseOutage, migrate } from '@latchkey/persistence';
import { OperatorError, runMain } from '@latchkey/server';

// Process 1 of a container would ignore these signals by default. PostgreSQL notices the end of the process and rolls the migration back.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    process.stderr.write(`${signal}: stopped; run the migrations again\n`);
    process.exit(128 + constants.signals[signal]);
  });
}

await runMain(async () => {
  const { DATABASE_URL, MASTER_KEY } = readMigrationSettings();
  try {
    await migrate(DATABASE_URL, MASTER_KEY && ((proofs) => new MasterKeyProof(proofs, MASTER_KEY).verify()));
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    throw new OperatorError(`DATABASE_URL: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
});
