import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProbedDomains } from '../../scripts/bench/probed-domains.mjs';
import { Management } from '../../scripts/bench/management.mjs';
import { startAuth, type Auth } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { sql } from '../support/sql.js';
import { startStack, type Stack } from '../support/stack.js';

const DELETIONS = 20;
/** Domains that exist at any time. */
const LIVE = 4;
const CONNECTIONS = 8;

let stack: Stack;
let replica: Auth;
let probed: ProbedDomains;

beforeAll(async () => {
  stack = await startStack({ WORKER: 'on', RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '8' });
  replica = await startAuth(stack.database.url, { RATE_LIMIT: 'off', DATABASE_POOL_SIZE: '8' });
  probed = new ProbedDomains([stack.auth.port, replica.port]);
}, 60_000);

afterAll(async () => {
  await probed.stop();
  await replica.stop();
  await stack.stop();
});

describe('domains that are deleted one after another under load on two auth servers', () => {
  it('answer 404 to every request that begins after the 204; others are not affected', async () => {
    const management = new Management(stack.management.port, stack.management.apiKey);
    for (let made = 0; made < LIVE; made += 4) {
      probed.live.push(...(await Promise.all(Array.from({ length: 4 }, () => probed.create(management)))));
    }
    probed.start(CONNECTIONS);

    for (let deleted = 0; deleted < DELETIONS; deleted += 1) await probed.replaceOldest(management);
    await probed.stop();

    expect({ late: probed.late, failed: probed.failed }).toEqual({ late: [], failed: [] });
    const kinds = ['authorization request', 'discovery', 'introspection', 'key set', 'magic link page', 'sign-in page', 'token'];
    expect([...probed.counts.keys()].toSorted()).toEqual(kinds);
    for (const { late, live } of probed.counts.values()) expect([late >= 2 * DELETIONS, live > 0]).toEqual([true, true]);
    const left = async () => (await sql(stack.database.url, `SELECT FROM domain WHERE status = 'deleting'`)).length;
    expect(await eventually(async () => (await left()) === 0, { timeoutMs: 60_000, intervalMs: 250 })).toBe(true);
  }, 240_000);
});
