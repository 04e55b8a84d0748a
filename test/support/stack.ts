import { startAuth, startAuthProcess, type Auth, type AuthProcess, type StartedAuth } from './auth.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import {
  startManagement,
  startManagementProcess,
  type Caller,
  type Management,
  type StartedManagement,
  type StartedManagementProcess,
} from './management.js';
import type { Settings } from './service-process.js';

/** Both services on a separate database. */
interface BothServices<M extends Management, A extends Auth> {
  database: TestDatabase;
  management: M;
  auth: A;
  /** Calls the management API with its initial key. */
  caller: Caller;
  stop(): Promise<void>;
}

/** Both services in the process of the test. */
export type Stack = BothServices<StartedManagement, StartedAuth>;
/** The auth server in a separate process, and the management API in that of the test. */
export type AuthProcessStack = BothServices<StartedManagement, AuthProcess>;
/** Both services in separate processes. */
export type ProcessStack = BothServices<StartedManagementProcess, AuthProcess>;

/** @param settings of both services, beside those of every test; jobs run only with `WORKER: 'on'` */
export function startStack(settings: Settings = {}): Promise<Stack> {
  return start(settings, startManagement, startAuth);
}

/** For tests that kill the auth server, limit it or read its output. @param settings of both services, in addition to the usual ones */
export function startAuthProcessStack(settings: Settings = {}): Promise<AuthProcessStack> {
  return start(settings, startManagement, startAuthProcess);
}

/** For tests that read the output of both. @param settings of both services, in addition to the usual ones */
export function startProcessStack(settings: Settings = {}): Promise<ProcessStack> {
  return start(settings, startManagementProcess, startAuthProcess);
}

async function start<M extends Management & { apiKey: string; stop(): Promise<unknown> }, A extends Auth>(
  settings: Settings,
  startOneManagement: (databaseUrl: string, settings: Settings) => Promise<M>,
  startOneAuth: (databaseUrl: string, settings: Settings) => Promise<A>,
): Promise<BothServices<M, A>> {
  const database = await createTestDatabase();
  const [management, auth] = await Promise.all([
    startOneManagement(database.url, { WORKER: 'off', ...settings }),
    startOneAuth(database.url, settings),
  ]);
  const stop = async (): Promise<void> => {
    await Promise.all([management.stop(), auth.stop()]);
    await database.drop();
  };
  return { database, management, auth, caller: management.as(management.apiKey), stop };
}
