import 'reflect-metadata';
import { readMigrationSettings } from '@latchkey/config';
import { MasterKeyProof } from '@latchkey/crypto';
import { isDatabaseOutage, migrate } from '@latchkey/persistence';
import { OperatorError, runMain } from '@latchkey/server';

await runMain(async () => {
  const { DATABASE_URL, MASTER_KEY } = readMigrationSettings();
  try {
    await migrate(DATABASE_URL, MASTER_KEY && ((proofs) => new MasterKeyProof(proofs, MASTER_KEY).verify()));
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error;
    throw new OperatorError(`DATABASE_URL: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
});
