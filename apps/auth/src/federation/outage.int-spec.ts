import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { headingOf } from '../../../../test/support/cookie-browser.js';
import { FederationWorld } from './federation.fixture.js';

let world: FederationWorld;

beforeAll(async () => {
  world = await FederationWorld.start();
  await world.provider('acme');
});

afterAll(() => world.stop());

/** Does something while no domain can be looked up. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const holder = new pg.Client(world.stack.database.url);
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE domain');
    return await act();
  } finally {
    await holder.end();
  }
}

describe('whoever comes back from a provider while the database cannot be asked', () => {
  it('gets a page that says so, and gets in afterwards', async () => {
    const browser = world.browser();
    const back = await world.upstream.visit((await world.leave(browser)).href, 'jane');

    const answer = await whileLocked(() => browser.request(back));

    expect([answer.status, headingOf(answer)]).toEqual([503, 'We cannot answer at the moment']);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' });
    expect((await browser.request(back)).status).toBe(303);
  });

  it('gets a problem document where no browser asks', async () => {
    const answer = await whileLocked(() =>
      world.browser().request('/connect/federation/acme', { headers: { Accept: 'application/json' } }),
    );

    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8']);
  });
});
