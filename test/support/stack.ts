import { startAuth, type Auth } from './auth.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startManagement, type Caller, type StartedManagement } from './management.js';
import type { Settings } from './service-process.js';

/** Both services on a database of their own. */
export interface Stack {
  database: TestDatabase;
  management: StartedManagement;
  auth: Auth;
  /** Calls the management API with the key that it was started with. */
  caller: Caller;
  stop(): Promise<void>;
}

/** @param settings of both services, beside those that every test has */
export async function startStack(settings: Settings = {}): Promise<Stack> {
  const database = await createTestDatabase();
  const [management, auth] = await Promise.all([startManagement(database.url, settings), startAuth(database.url, settings)]);
  const stop = async (): Promise<void> => {
    await Promise.all([management.stop(), auth.stop()]);
    await database.drop();
  };
  return { database, management, auth, caller: management.as(management.apiKey), stop };
}
