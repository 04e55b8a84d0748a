import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, signingKeyContext } from '@latchkey/crypto';
import type { DatabaseInspector, EncryptedSigningKeys } from '@latchkey/persistence';
import { failed, ok, skipped, type Finding } from './check-result.js';

/** Seconds by which the clocks of this machine and the database may differ, because tokens and keys contain times of both. */
const MAX_CLOCK_DIFFERENCE_SECONDS = 5;

export async function checkMigrations(database: DatabaseInspector): Promise<Finding> {
  const missing = await database.listMissingMigrations();
  if (missing.length === 0) return ok('every migration of this release is applied');
  return failed(`${missing.length} migrations are missing, the first is ${missing[0]}: run npm run migrate`);
}

/** Whether MASTER_KEY decrypts the private signing keys. */
export async function checkKeys(database: DatabaseInspector, { MASTER_KEY }: ManagementSettings): Promise<Finding> {
  const encryptor = new Encryptor(MASTER_KEY);
  const keys = await database.listSigningKeys();
  if (keys.length === 0) return skipped('there is no signing key yet');
  const unknown = keys.filter(({ privateKey }) => !encryptor.isKeyKnown(privateKey));
  if (unknown.length > 0) {
    return failed(
      `MASTER_KEY does not decrypt ${sum(unknown)} of ${sum(keys)} signing keys: add the former master key to it, after the first one`,
    );
  }
  for (const { domainId, kid, privateKey } of keys) encryptor.decrypt(privateKey, signingKeyContext(domainId, kid));
  const former = keys.filter(({ privateKey }) => !encryptor.isKeyCurrent(privateKey));
  const hint = former.length > 0 ? `; ${sum(former)} of them with a former master key: master-key rotate re-encrypts them` : '';
  return ok(`MASTER_KEY decrypts ${sum(keys)} signing keys${hint}`);
}

function sum(keys: readonly EncryptedSigningKeys[]): number {
  return keys.reduce((total, { count }) => total + count, 0);
}

/** The clock of this machine, compared with that of the database. */
export async function checkClock(database: DatabaseInspector): Promise<Finding> {
  const before = Date.now();
  const now = await database.readClock();
  const difference = (now - (before + Date.now()) / 2) / 1_000;
  const text = `${Math.abs(difference).toFixed(1)} s ${difference > 0 ? 'behind' : 'ahead of'} the database's`;
  if (Math.abs(difference) <= MAX_CLOCK_DIFFERENCE_SECONDS) return ok(`this machine's clock is ${text}`);
  return failed(`this machine's clock is ${text}: synchronize both by NTP`);
}
