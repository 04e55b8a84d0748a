import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Tokens } from '../../in-process-auth.fixture.js';
import { useAuthFixture } from '../../auth.fixture.js';

const ATTRIBUTES = { preferred_username: 'somebody-here', name: 'Some Body', email: 'some@body.example' };

let tokens: Required<Tokens>;

const fixture = useAuthFixture();

beforeEach(async () => {
  fixture.clientId = await fixture.client({ scope: 'openid profile email offline_access' });
  fixture.sub = await fixture.user({ attributes: ATTRIBUTES });
  tokens = await fixture.signIn({ scope: 'openid profile email offline_access' });
});

const refresh = (token = tokens.refresh_token) => fixture.post('/connect/token', { grant_type: 'refresh_token', refresh_token: token });
const userinfo = () => fixture.userinfo(tokens.access_token);

/** Changes the client as an operator does through the management API. */
const allow = (scope: string) =>
  fixture.auth.rows.query(`UPDATE client SET scope = $1, revision = nextval('revision') WHERE client_id = $2`, [scope, fixture.clientId]);

describe('scope that an operator removes from a client', () => {
  it('omits the scope from later tokens and userinfo responses', async () => {
    await allow('openid profile offline_access');

    const refreshed = (await refresh()).json as Required<Tokens>;

    expect(refreshed.scope).toBe('openid profile offline_access');
    expect(decodeJwt(refreshed.access_token)).toMatchObject({ scope: 'openid profile offline_access' });
    expect(decodeJwt(tokens.id_token)).toMatchObject({ name: 'Some Body', email: 'some@body.example' });
    for (const claims of [decodeJwt(refreshed.id_token), (await userinfo()).json]) {
      expect(claims).toMatchObject({ name: 'Some Body' });
      expect(claims).not.toHaveProperty('email');
    }
  });

  it('stops refreshing if offline_access is removed', async () => {
    await allow('openid profile email');

    const refused = await refresh();
    const inspected = await fixture.post('/connect/introspect', { token: tokens.refresh_token });

    expect([refused.status, refused.json]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    expect(inspected.json).toEqual({ active: false });
  });

  it('still allows revoking tokens that can no longer be refreshed', async () => {
    await allow('openid profile email');
    const revoked = await fixture.post('/connect/revocation', { token: tokens.refresh_token });
    await allow('openid profile email offline_access');

    expect([revoked.status, (await refresh()).status]).toEqual([200, 400]);
  });

  it('stops issuing ID tokens if openid is removed', async () => {
    await allow('profile offline_access');

    const { status, json } = await refresh();

    expect([status, json]).toEqual([200, expect.not.objectContaining({ id_token: expect.anything() })]);
    expect((await userinfo()).status).toBe(403);
  });
});
