import { describe, expect, it } from '@jest/globals';
import { sql } from '../../../../test/support/sql.js';
import { AccountUser, useAccountFixture } from './account.fixture.js';

const PAGE = '/account/activity';

const fixture = useAccountFixture();

/** Stores chained entries about a user, oldest first. */
async function log(
  sub: string,
  types: readonly string[],
  columns = { actor_type: 'user', client_id: null as string | null },
): Promise<void> {
  await sql(
    fixture.auth.database.url,
    `INSERT INTO log_entry (domain_id, type, actor_type, client_id, sub, sequence, hash, previous_hash)
     SELECT $1, type, $3, $4, $2, nextval('revision'), sha256('a'), sha256('b') FROM unnest($5::text[]) WITH ORDINALITY AS t (type, n) ORDER BY n`,
    [fixture.domain.id, sub, columns.actor_type, columns.client_id, types],
  );
}

const headingsOf = (text: string) => [...text.matchAll(/<strong[^>]*>([^<]+)/g)].map(([, heading]) => heading);

describe('activity of the account', () => {
  it('is told in sentences, newest first, without what concerns operators only', async () => {
    await log(fixture.user.sub, ['user.signed_in', 'client.backchannel_logout.failed', 'passkey.created']);
    await log(fixture.user.sub, ['user.roles.updated'], { actor_type: 'operator', client_id: null });

    const { text } = await fixture.user.get(PAGE);

    expect(headingsOf(text)).toEqual(['Your roles were changed', 'A passkey was created', 'You signed in']);
    expect(text.match(/by the operator/g)).toHaveLength(1);
  });

  it('shows nothing of other users', async () => {
    const other = await AccountUser.create(fixture.auth, fixture.domain, {
      attributes: { preferred_username: 'other.user.1', name: 'Otto' },
    });
    await log(other.sub, ['passkey.created']);

    expect(headingsOf((await fixture.user.get(PAGE)).text)).toEqual([]);
  });

  it('is read by pages', async () => {
    await log(fixture.user.sub, ['passkey.deleted', ...Array.from({ length: 50 }, () => 'user.signed_in')]);

    const first = await fixture.user.get(PAGE);
    const older = /href="(\/account\/activity\?before=\d+)"/.exec(first.text)![1]!;

    expect(headingsOf(first.text)).toHaveLength(50);
    expect(headingsOf((await fixture.user.get(older)).text)).toEqual(['A passkey was removed']);
    expect((await fixture.user.get(`${PAGE}?before=x`)).status).toBe(200);
  });

  it('needs a session', async () => {
    const { status, headers } = await fixture.auth.browser(fixture.domain).request(PAGE);

    expect({ status, location: headers.location }).toEqual({ status: 303, location: expect.stringMatching(/^\/connect\/authorize\?/) });
  });
});
