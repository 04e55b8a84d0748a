import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Row } from '../../../../test/support/rows.js';
import { AccountUser, ageSessions, describeRedirect, useAccountFixture } from './account.fixture.js';

const fixture = useAccountFixture();

const agent = (owner: string, values: Row = {}) =>
  fixture.auth.client(fixture.domain, { presentation: { name: 'Trip <planner>', kind: 'Agent', owner }, owner_id: owner, ...values });
const endPath = (clientId: string) => `/account/agents/${encodeURIComponent(clientId)}/end`;
const isActive = async (clientId: string) =>
  (
    await fixture.auth.rows.query<Row>('SELECT active FROM client WHERE domain_id = $1 AND client_id = $2', [fixture.domain.id, clientId])
  )[0]!['active'];

let sub: string;

beforeEach(async () => {
  sub = fixture.user.sub;
  const scopes = JSON.stringify([{ scope: 'trips:book', description: 'Book trips' }]);
  await fixture.auth.rows.insert('resource', {
    domain_id: fixture.domain.id,
    resource_id: 'trips',
    audience: 'https://trips.example',
    name: 'Trips',
    scopes,
  });
});

describe('the agents of a user', () => {
  it('are not mentioned without one', async () => {
    expect((await fixture.user.get()).text).not.toContain('Agents');
  });

  it('are listed with their names, what they may do and when they end', async () => {
    const clientId = await agent(sub, { scope: 'openid', expires_at: '2099-12-31T12:00:00Z' });
    await fixture.auth.rows.insert('client_resource', {
      domain_id: fixture.domain.id,
      client_id: clientId,
      resource_id: 'trips',
      scopes: ['trips:book'],
    });

    await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);

    const { text } = await fixture.user.get();

    expect(text).toMatch(/<h2[^>]*>Agents<\/h2>/);
    for (const part of ['Trip &lt;planner', 'Trips: Book trips', 'know that it is you', '2099-12-31T12:00:00.000Z', endPath(clientId)])
      expect(text).toContain(part);
  });

  it('are those of the user that have not ended', async () => {
    const other = await fixture.auth.user(fixture.domain);
    const elsewhere = await fixture.auth.domain();
    await fixture.auth.user(elsewhere, { sub });
    await fixture.auth.client(elsewhere, { client_id: 'elsewhere', presentation: { kind: 'Agent', owner: sub }, owner_id: sub });
    const ids = [
      await agent(other),
      await agent(sub, { active: false }),
      await agent(sub, { expires_at: '2020-01-01T00:00:00Z' }),
      'elsewhere',
    ];

    const { text } = await fixture.user.get();

    for (const id of ids) expect(text).not.toContain(endPath(id));
  });

  it('are ended by the user, also without a recent sign-in, once, with an entry in the log', async () => {
    const clientId = await agent(sub, { client_id: 'trip planner/1' });
    await ageSessions(fixture.auth, fixture.domain, 60);

    const answers = await Promise.all([1, 2, 3].map(async () => fixture.user.post(endPath(clientId))));

    expect(answers.map(describeRedirect).toSorted()).toEqual(
      ['303 /account: agent-ended', ...Array<string>(2).fill('303 /account: already-gone')].toSorted(),
    );
    expect(await isActive(clientId)).toBe(false);
    const log = await fixture.auth.rows.query('SELECT type, actor_id, client_id, data FROM log_entry WHERE domain_id = $1', [
      fixture.domain.id,
    ]);
    expect(log).toEqual([{ type: 'client.active.updated', actor_id: sub, client_id: clientId, data: { active: false } }]);
  });

  it('are not ended by others, without the CSRF token, or if they are no agents of the user', async () => {
    const stranger = await AccountUser.create(fixture.auth, fixture.domain);
    const mine = await agent(sub);
    const plain = await fixture.auth.client(fixture.domain, {});

    expect(describeRedirect(await stranger.post(endPath(mine)))).toBe('303 /account: already-gone');
    expect((await fixture.user.submitForm(endPath(mine), {})).status).toBe(403);
    expect(describeRedirect(await fixture.user.post(endPath(plain)))).toBe('303 /account: already-gone');
    expect(describeRedirect(await fixture.user.post(endPath('a\u0000b')))).toBe('303 /account: already-gone');
    expect([await isActive(mine), await isActive(plain)]).toEqual([true, true]);
  });
});
