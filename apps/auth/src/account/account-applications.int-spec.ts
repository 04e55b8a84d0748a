import { beforeEach, describe, expect, it } from '@jest/globals';
import { hashOf } from '../../../../test/support/rows.js';
import { AccountUser, describeRedirect, useAccountFixture } from './account.fixture.js';

const REMOVE = '/account/applications/shop/remove';

const fixture = useAccountFixture();

/** Grants access to a client, with a refresh token, as a sign-in does. */
async function grant(sub: string, clientId = 'shop', domain = fixture.domain): Promise<void> {
  const issued = { domain_id: domain.id, sub, client_id: clientId, expires_at: new Date('2099-01-01T00:00:00Z') };
  const payload = { openid: { scope: 'openid email' }, resources: { 'urn:orders': 'orders:read' }, iat: 1_767_225_600 };
  await fixture.auth.rows.insert('oidc_payload', {
    ...issued,
    model: 'Grant',
    payload,
    hash: hashOf(`grant ${sub} ${clientId} ${domain.id}`),
  });
  await fixture.auth.rows.insert('oidc_payload', {
    ...issued,
    model: 'RefreshToken',
    hash: hashOf(`token ${sub} ${clientId} ${domain.id}`),
  });
}

const countIssued = (sub: string) => fixture.auth.rows.count('oidc_payload', `sub = '${sub}' AND model <> 'Session'`);

beforeEach(async () => {
  const presentation = { name: 'Shop <1>', logoUri: 'https://shop.example.com/logo.png', clientUri: null, policyUri: null, tosUri: null };
  await fixture.auth.rows.insert('client', {
    domain_id: fixture.domain.id,
    client_id: 'shop',
    client_type: 'Public',
    grant_type: 'AuthorizationCode',
    redirect_uris: ['https://shop.example.com/'],
    presentation: JSON.stringify(presentation),
  });
  const scopes = JSON.stringify([{ scope: 'orders:read', description: 'Read your orders' }]);
  const api = { resource_id: 'orders', audience: 'urn:orders', name: 'Orders', scopes };
  await fixture.auth.rows.insert('resource', { domain_id: fixture.domain.id, ...api });
  await fixture.auth.rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
});

describe('connected applications', () => {
  it('are listed with name, logo, and what they may do in words', async () => {
    await grant(fixture.user.sub);

    const { text, headers } = await fixture.user.get();

    for (const part of ['Shop &lt;1>', 'https://shop.example.com/logo.png', 'Orders: Read your orders', `action="${REMOVE}"`])
      expect(text).toContain(part);
    expect(headers['content-security-policy']).toContain('https://shop.example.com');
  });

  it('are not mentioned where there are none', async () => {
    expect((await fixture.user.get()).text).not.toContain('id="applications"');
  });

  it('lose everything that was issued to them, once, and it is logged', async () => {
    await grant(fixture.user.sub);

    expect(describeRedirect(await fixture.user.post(REMOVE))).toBe('303 /account: application-removed');
    expect(await countIssued(fixture.user.sub)).toBe(0);
    expect(describeRedirect(await fixture.user.post(REMOVE))).toBe('303 /account: already-gone');
    const entries = await fixture.auth.rows.query(
      `SELECT actor_id, sub, client_id FROM log_entry WHERE domain_id = $1 AND type = 'client.access_removed'`,
      [fixture.domain.id],
    );
    expect(entries).toEqual([{ actor_id: fixture.user.sub, sub: fixture.user.sub, client_id: 'shop' }]);
  });

  it('keep the access to other users, and that of other applications stays', async () => {
    const other = await AccountUser.create(fixture.auth, fixture.domain, {
      attributes: { preferred_username: 'other.user.1', name: 'Otto' },
    });
    await grant(other.sub);
    await grant(fixture.user.sub, 'desk');

    expect(describeRedirect(await fixture.user.post(REMOVE))).toBe('303 /account: already-gone');
    expect([await countIssued(other.sub), await countIssued(fixture.user.sub)]).toEqual([2, 2]);
  });

  it('need the token of the form', async () => {
    await grant(fixture.user.sub);

    expect((await fixture.user.submitForm(REMOVE, { csrf: 'foreign' })).status).toBe(403);
    expect(await countIssued(fixture.user.sub)).toBe(2);
  });
});
