import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startManagement, type Caller, type StartedManagement } from '../support/management.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { Rows } from '../support/rows.js';

const USERS = 2_000;
const RECOVERY = { timeoutMs: 60_000 };

interface Progress {
  status: string;
  read: number;
  created: number;
  failed: number;
}

let postgres: OwnPostgres;
let management: StartedManagement;
let caller: Caller;

beforeAll(async () => {
  postgres = await OwnPostgres.start({ durable: true });
  management = await startManagement(postgres.url, { WORKER: 'on' });
  caller = management.as(management.apiKey);
}, 60_000);

afterAll(async () => {
  await management.stop();
  await postgres.remove();
});

/** Null while the database is away. */
async function showProgress(location: string): Promise<Progress | null> {
  const { status, json } = await caller.get(location);
  return status === 200 ? (json as Progress) : null;
}

describe('an import whose database is killed', () => {
  it('goes on when the database is back, and creates and logs each user once', async () => {
    const lines = Array.from({ length: USERS }, (_none, n) =>
      JSON.stringify({ preferredUsername: `user-${n}@example.com`, name: `User ${n}` }),
    );
    const path = `/v1/domain/${await caller.registerDomain()}/user-import`;
    const headers = { 'Content-Type': 'application/x-ndjson' };
    const answer = await caller.send(path, { method: 'POST', headers, body: lines.join('\n') });
    const location = answer.headers['location'] as string;
    await eventually(async () => ((await showProgress(location))?.read ?? 0) > 0.2 * USERS, RECOVERY);

    await postgres.kill();
    await eventually(async () => (await caller.get(location)).status === 503);
    await postgres.restart();
    const rows = new Rows(postgres.url);
    expect(await rows.count('end_user')).toBeLessThan(USERS);
    await eventually(async () => (await showProgress(location))?.status === 'Completed', RECOVERY);

    expect(await showProgress(location)).toMatchObject({ read: USERS, created: USERS, failed: 0 });
    expect(await rows.count('end_user')).toBe(USERS);
    const logged = `SELECT count(*)::integer AS entries, count(DISTINCT sub)::integer AS users FROM log_entry WHERE type = 'user.created'`;
    expect(await rows.query(logged)).toEqual([{ entries: USERS, users: USERS }]);
    await rows.end();
  }, 180_000);
});
