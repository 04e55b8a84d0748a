import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startAuth, startAuthProcess, type Auth } from '../support/auth.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import type { Call } from '../support/http.js';
import { Caller, MASTER_KEY, startManagement, startManagementProcess, type Management } from '../support/management.js';
import { currentPrograms, lastPrograms, type Programs } from '../support/release-programs.js';
import { createReleaseDatabase } from '../support/release-schema.js';
import { ReplicaRotation } from '../support/replica-rotation.js';
import type { LogEvent } from '../support/service-log.js';
import { ServiceProcess } from '../support/service-process.js';
import { Traffic } from '../support/traffic.js';
import { IS_EVERY_FAULT } from './extent.js';
import { UpgradeVisits } from './upgrade-visits.js';

/** The visits of each kind in a phase: with one release, and with both, which serve them in turn. */
const [VISITS, VISITS_OF_BOTH] = IS_EVERY_FAULT ? [30, 30] : [1, 2];
/** The pause between two visits of a kind while a release starts or stops. */
const PACE_MS = IS_EVERY_FAULT ? 50 : 1_000;
const TIMEOUT_MS = IS_EVERY_FAULT ? 900_000 : 180_000;

/** Both services of a release. */
interface Replicas {
  auth: Auth;
  management: Management & { apiKey: string };
}

let database: TestDatabase;
let last: Programs;
let traffic: Traffic | undefined;
const started: Replicas[] = [];
const auth = new ReplicaRotation<[domain: string, path: string, call?: Call]>();
const management = new ReplicaRotation<[path: string, call?: Call]>();

beforeAll(async () => {
  [database, last] = await Promise.all([createReleaseDatabase(), lastPrograms()]);
}, TIMEOUT_MS);

afterAll(async () => {
  await traffic?.stop();
  await Promise.all(started.flatMap((replicas) => [replicas.auth.stop(), replicas.management.stop()]));
  await database.drop();
});

/** Starts both services of the last release, which then receive requests beside the running ones. */
function addLast(): Promise<Replicas> {
  return add(
    startAuthProcess(database.url, { RATE_LIMIT: 'off' }, last.auth),
    startManagementProcess(database.url, { RATE_LIMIT: 'off' }, last.management),
  );
}

/** Does the same with the services of this checkout, in the process of the test. */
function addCurrent(): Promise<Replicas> {
  return add(startAuth(database.url, { RATE_LIMIT: 'off' }), startManagement(database.url, { RATE_LIMIT: 'off' }));
}

async function add(startingAuth: Promise<Auth>, startingManagement: Promise<Replicas['management']>): Promise<Replicas> {
  const [startedAuth, startedManagement] = await Promise.all([startingAuth, startingManagement]);
  auth.add(startedAuth);
  management.add(startedManagement);
  const replicas = { auth: startedAuth, management: startedManagement };
  started.push(replicas);
  return replicas;
}

/** Stops replicas that still have requests but get no more. @returns how they exited, if they are processes */
async function remove(replicas: Replicas) {
  await traffic?.hurry();
  auth.remove(replicas.auth);
  management.remove(replicas.management);
  return Promise.all([replicas.auth.stop(), replicas.management.stop()]);
}

/** Errors other than 503, which the processes answer until they serve. */
function errors({ events }: Pick<Auth, 'events'>): LogEvent[] {
  return events.filter(({ level, status }) => (level === 'error' || level === 'fatal') && status !== 503);
}

async function migrate({ migrate: program }: Programs) {
  const migration = new ServiceProcess(program, { DATABASE_URL: database.url, MASTER_KEY });
  return { ...(await migration.ended), stderr: migration.stderr };
}

describe('an upgrade from the last release, and its rollback', () => {
  it(
    'cause no failed requests',
    async () => {
      const old = await addLast();
      const caller = new Caller(management, old.management.apiKey);
      const visits = await UpgradeVisits.begin(auth, caller);
      traffic = new Traffic(visits.all, PACE_MS);
      const done = { code: 0, signal: null };

      await traffic.pass('the last release alone', VISITS);
      expect(await migrate(currentPrograms)).toEqual({ ...done, stderr: '' });
      await traffic.pass('the last release on the new schema', VISITS);
      const current = await addCurrent();
      await traffic.pass('both releases', VISITS_OF_BOTH);
      expect(await remove(old)).toEqual([done, done]);
      await traffic.pass('the new release alone', VISITS);

      expect(await migrate(last)).toEqual({ ...done, stderr: '' });
      await addLast();
      await traffic.pass('both releases, rolling back', VISITS_OF_BOTH);
      await remove(current);
      await traffic.pass('the last release, rolled back', VISITS);
      await traffic.stop();

      expect(traffic.failures).toEqual([]);
      expect([...errors(current.auth), ...errors(current.management)]).toEqual([]);
      await eventually(async () => ((await caller.get('/v1/domain')).json as unknown[]).length === 1);
      expect(traffic.total).toBeGreaterThanOrEqual(5 * (4 * VISITS + 2 * VISITS_OF_BOTH));
    },
    TIMEOUT_MS,
  );
});
