import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { getHeading } from '../../../../../test/support/cookie-browser.js';
import { FederationFixture } from '../federation.fixture.js';

let fixture: FederationFixture;

beforeAll(async () => {
  // A third of the tests' default database timeout, because here the timeout must expire.
  fixture = await FederationFixture.start({ DATABASE_TIMEOUT: '3000' });
  await fixture.addIdentityProvider('acme');
});

afterAll(() => fixture.stop());

/** Runs the action while a lock blocks every query of domains. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const holder = new pg.Client(fixture.stack.database.url);
  await holder.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE domain');
    return await act();
  } finally {
    await holder.end();
  }
}

describe('federation callbacks during a database outage', () => {
  it('shows an error page with 503, and accepts the callback again afterwards', async () => {
    const browser = fixture.newBrowser();
    const back = await fixture.upstream.signIn((await fixture.continueToUpstream(browser)).href, 'jane');

    const answer = await whileLocked(() => browser.request(back));

    expect([answer.status, getHeading(answer)]).toEqual([503, 'The service is temporarily unavailable']);
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '2', 'cache-control': 'no-store' });
    expect((await browser.request(back)).status).toBe(303);
  });

  it('returns a problem document to a callback that accepts JSON', async () => {
    const answer = await whileLocked(() =>
      fixture.newBrowser().request('/connect/federation/acme', { headers: { Accept: 'application/json' } }),
    );

    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'application/problem+json; charset=utf-8']);
  });
});
