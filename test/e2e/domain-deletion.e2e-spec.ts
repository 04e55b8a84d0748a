import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AskedDomains } from '../../scripts/bench/asked-domains.mjs';
import { deleteOneAfterAnother } from '../../scripts/bench/delete-small.mjs';
import { Management } from '../../scripts/bench/management.mjs';
import { startAuth, type Auth } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';

const DELETIONS = 40;
/** Domains that are there at any time. */
const LIVE = 20;
const CONNECTIONS = 8;

let stack: Stack;
let replica: Auth;
let asked: AskedDomains;

beforeAll(async () => {
  stack = await startStack({ RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '8' });
  replica = await startAuth(stack.database.url, { RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '8' });
  asked = new AskedDomains([stack.auth.port, replica.port]);
}, 60_000);

afterAll(async () => {
  await asked.stop();
  await replica.stop();
  await stack.stop();
});

describe('domains that are deleted in turn, while two auth servers get requests for all of them', () => {
  it('answer 404 to every request that begins after the 204; others are not affected', async () => {
    const management = new Management(stack.management.port, stack.management.apiKey);
    for (let made = 0; made < LIVE; made += 4) {
      asked.live.push(...(await Promise.all(Array.from({ length: 4 }, () => asked.create(management)))));
    }
    asked.start(CONNECTIONS);

    await deleteOneAfterAnother(asked, management, DELETIONS);
    await asked.stop();

    expect({ late: asked.late, failed: asked.failed }).toEqual({ late: [], failed: [] });
    const kinds = ['authorization request', 'discovery', 'introspection', 'key set', 'magic link page', 'sign-in page', 'token'];
    expect([...asked.counts.keys()].toSorted()).toEqual(kinds);
    for (const { late, live } of asked.counts.values()) expect([late >= 2 * DELETIONS, live > 0]).toEqual([true, true]);
    const left = async () => (await sql(stack.database.url, `SELECT FROM domain WHERE status = 'deleting'`)).length;
    expect(await eventually(async () => (await left()) === 0, { timeoutMs: 60_000, intervalMs: 250 })).toBe(true);
  }, 240_000);
});
