import type { Environment, ManagementSettings } from '@latchkey/config';
import { DatabaseInspector } from '@latchkey/persistence';
import { checkCertificates } from './certificate-check.js';
import { ok, skipped, type CheckResult, type Finding } from './check-result.js';
import { checkClock, checkKeys, checkMigrations } from './database-checks.js';
import { checkDnsProvider } from './dns-provider-check.js';
import { checkHostNames, resolveNames, type ResolvedName } from './host-name-check.js';
import { checkMail } from './mail-check.js';
import { runCheck } from './run-check.js';
import { checkSettings } from './settings-check.js';

const CONNECTION_TIMEOUT_MS = 5_000;
/** The maximum number of domains whose names and certificates are checked. */
const MAX_NAMES = 20;

/**
 * Checks an installation without changing anything.
 *
 * @param environment the settings; by default those of the process
 */
export async function runDoctor(environment?: Environment): Promise<CheckResult[]> {
  const { finding, settings } = checkSettings(environment);
  const first = { name: 'settings', ...finding };
  if (!settings) return [first];
  const [database, outside] = await Promise.all([examineDatabase(settings), examineOutside(settings)]);
  return [first, ...database.slice(0, 4), ...outside, ...database.slice(4)];
}

function examineOutside(settings: ManagementSettings): Promise<CheckResult[]> {
  return Promise.all([runCheck('dns-provider', () => checkDnsProvider(settings)), runCheck('smtp', () => checkMail(settings))]);
}

async function examineDatabase(settings: ManagementSettings): Promise<CheckResult[]> {
  const opened: { database?: DatabaseInspector } = {};
  const first = await runCheck('database', async () => {
    opened.database = await DatabaseInspector.open(settings.DATABASE_URL, CONNECTION_TIMEOUT_MS);
    return ok(`PostgreSQL ${await opened.database.readServerVersion()} answers`);
  });
  const { database } = opened;
  try {
    return [first, ...(await examineContents(settings, database ?? null))];
  } finally {
    await database?.close();
  }
}

/** @param database null if it is unavailable */
async function examineContents(settings: ManagementSettings, database: DatabaseInspector | null): Promise<CheckResult[]> {
  const opened = database ?? 'the database does not answer';
  const migrations = await runCheck('migrations', needing(opened, checkMigrations));
  const migrated = migrations.status === 'failed' ? 'the database lacks migrations' : opened;
  const names = typeof migrated === 'string' ? Promise.resolve([]) : listNames(settings, migrated);
  const contents = await Promise.all([
    runCheck(
      'keys',
      needing(migrated, (each) => checkKeys(each, settings)),
    ),
    runCheck('clock', needing(opened, checkClock)),
    runCheck(
      'certificates',
      needing(migrated, async () => checkCertificates(settings, await names)),
    ),
    runCheck(
      'host-names',
      needing(migrated, async () => checkHostNames(await names, settings.PRIVATE_ZONES)),
    ),
  ]);
  return [migrations, ...contents];
}

/** @param database or why it cannot be used */
function needing(database: DatabaseInspector | string, check: (database: DatabaseInspector) => Promise<Finding>) {
  return () => (typeof database === 'string' ? skipped(database) : check(database));
}

async function listNames(settings: ManagementSettings, database: DatabaseInspector): Promise<ResolvedName[]> {
  return resolveNames(settings, await database.listServedNames(MAX_NAMES));
}
