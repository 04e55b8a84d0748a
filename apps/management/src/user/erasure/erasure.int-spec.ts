import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { kindOf, type Answer } from '../../../../../test/support/http.js';
import { sql } from '../../../../../test/support/sql.js';
import { createSubscription } from '../../../../../test/support/subscription.js';
import { useUserFixture } from '../user.fixture.js';

const fixture = useUserFixture();
let domain: string;
let erasures: string;

beforeEach(() => {
  domain = fixture.usersPath.split('/')[3]!;
  erasures = `/v1/domain/${domain}/erasure`;
});

async function createUser(body: object = {}): Promise<string> {
  const { json } = await fixture.caller.post(fixture.usersPath, { preferredUsername: 'Jane.Doe-1', name: 'Jane Doe', ...body });
  return (json as { sub: string }).sub;
}

const erase = (sub: string): Promise<Answer> => fixture.caller.delete(`${fixture.usersPath}/${sub}`);

async function verify(receipt: string): Promise<{ payload: Record<string, unknown>; typ: string | undefined }> {
  const { json } = await fixture.caller.get('/v1/receipt-keys');
  const { payload, protectedHeader } = await jwtVerify(receipt, createLocalJWKSet(json as JSONWebKeySet), { typ: 'erasure-receipt+jwt' });
  return { payload, typ: protectedHeader.typ };
}

describe('erasure of a user', () => {
  it('leaves a receipt that counts what was erased, and that the published keys verify', async () => {
    const sub = await createUser();
    const [row] = await fixture.rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [domain]);
    const domainId = row!.id;
    for (const name of ['Phone', 'Key']) await fixture.rows.insert('passkey', { domain_id: domainId, sub, name });
    await fixture.rows.insert('logout_notice', { domain_id: domainId, sub, client_id: await insertLogoutClient(domainId) });

    const { status, headers, text } = await erase(sub);

    expect({ status, text, location: headers.location }).toEqual({ status: 204, text: '', location: `${erasures}/${sub}` });
    const { json } = await fixture.caller.get(headers.location!);
    expect(json).toEqual({ sub, erasedAt: expect.any(String), receipt: expect.any(String) });
    const { erasedAt, receipt } = json as { erasedAt: string; receipt: string };
    expect((await verify(receipt)).payload).toEqual({
      iss: `http://${domain}:3001`,
      sub,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: Math.floor(Date.parse(erasedAt) / 1_000),
      domain,
      domainId,
      erasedAt,
      erased: { profile: 1, passkeys: 2, logKeys: 1 },
    });
    expect(receipt).not.toContain(Buffer.from('Jane').toString('base64url'));
  });

  async function insertLogoutClient(domainId: string): Promise<string> {
    await fixture.rows.insert('client', { domain_id: domainId, client_id: 'shop' });
    await fixture.rows.insert('backchannel_logout', { domain_id: domainId, client_id: 'shop' });
    return 'shop';
  }

  it('is shown by the sub that the operator has chosen, the last one first', async () => {
    await createUser({ sub: 'customer-7' });
    await erase('customer-7');
    const first = await fixture.caller.get(`${erasures}/customer-7`);
    await createUser({ sub: 'customer-7' });
    await erase('customer-7');
    const second = await fixture.caller.get(`${erasures}/customer-7`);

    expect([first.json, second.json]).toEqual([
      expect.objectContaining({ sub: 'customer-7' }),
      expect.objectContaining({ sub: 'customer-7' }),
    ]);
    expect(second.text).not.toBe(first.text);
  });

  it('has no receipt before, for other domains, or for other subscriptions', async () => {
    const sub = await createUser();
    const before = await fixture.caller.get(`${erasures}/${sub}`);
    await erase(sub);
    const other = fixture.management.as((await createSubscription(fixture.database.url)).apiKey);
    const elsewhere = await fixture.caller.get(`/v1/domain/${await fixture.caller.registerDomain()}/erasure/${sub}`);

    expect([before, elsewhere].map(kindOf)).toEqual(['404 /problems/erasure-not-found', '404 /problems/erasure-not-found']);
    expect(kindOf(await other.get(`${erasures}/${sub}`))).toBe('404 /problems/domain-not-found');
  });

  it('keeps receipts as long as the log', async () => {
    const [old, recent] = [await createUser(), await createUser({ preferredUsername: 'Joe.Bloggs-1' })];
    await erase(old);
    await sql(fixture.database.url, `UPDATE user_erasure SET erased_at = now() - interval '31 days' WHERE sub = $1`, [old]);
    await fixture.caller.put(`/v1/domain/${domain}/log/retention`, { days: 30, personalDays: 30 });

    await erase(recent);

    expect(kindOf(await fixture.caller.get(`${erasures}/${old}`))).toBe('404 /problems/erasure-not-found');
    expect((await fixture.caller.get(`${erasures}/${recent}`)).status).toBe(200);
  });

  it('signs one receipt when ten requests delete the user', async () => {
    const sub = await createUser();

    const answers = await Promise.all(Array.from({ length: 10 }, () => erase(sub)));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
    expect(await fixture.rows.count('user_erasure', `sub = '${sub}'`)).toBe(1);
  });
});
