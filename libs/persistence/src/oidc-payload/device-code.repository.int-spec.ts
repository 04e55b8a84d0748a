import { describe, expect, it } from '@jest/globals';
import { DeviceCodeRepository } from './device-code.repository.js';
import { useOidcPayloadFixture } from './oidc-payload.fixture.js';

const AT_ONCE = 50;
const HOUR = 3_600;

const fixture = useOidcPayloadFixture();
const codes = () => new DeviceCodeRepository(fixture.persistence.database);

/** A stored device code. */
async function store(id: string, expiresIn = HOUR) {
  const key = fixture.key('DeviceCode', id);
  await fixture.payloads.put(key, { clientId: 'tv', userCode: `hash of ${id}`, params: { scope: 'openid' } }, expiresIn);
  return key;
}

async function newUser(): Promise<string> {
  return (await fixture.rows.insert<{ sub: string }>('end_user', { domain_id: fixture.domainId })).sub;
}

describe('decision about a device code', () => {
  it('is made by exactly one of fifty concurrent calls', async () => {
    const [key, accountId] = [await store('id'), await newUser()];

    const decided = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => codes().decide(key, { accountId, grantId: `grant ${n}` })));
    expect(decided.filter(Boolean)).toHaveLength(1);
    const winner = `grant ${decided.indexOf(true)}`;
    expect(await fixture.payloads.find(key)).toEqual({
      clientId: 'tv',
      userCode: 'hash of id',
      params: { scope: 'openid' },
      accountId,
      grantId: winner,
    });
    expect(await codes().decide(key, { error: 'access_denied' })).toBe(false);
  });

  it('ends with its grant', async () => {
    const key = await store('id');
    await codes().decide(key, { accountId: await newUser(), grantId: 'grant' });
    await fixture.payloads.deleteGrant(fixture.domainId, 'grant');

    expect(await fixture.payloads.find(key)).toBeUndefined();
  });

  it('is not made for another domain, an expired code or a deleted user', async () => {
    const [key, expired] = [await store('id'), await store('expired', -1)];
    const error = { error: 'access_denied' };

    expect(await codes().decide({ ...key, domainId: fixture.other }, error)).toBe(false);
    expect(await codes().decide(expired, error)).toBe(false);
    expect(await codes().decide(key, { accountId: '00000000-0000-4000-8000-000000000000' })).toBe(false);
    expect(await codes().decide(key, error)).toBe(true);
  });
});

describe('poll of a device', () => {
  it('counts once within the interval, of fifty concurrent ones', async () => {
    const key = await store('id');

    const counted = await Promise.all(Array.from({ length: AT_ONCE }, () => codes().recordPoll(key, 4)));
    expect(counted.filter(Boolean)).toHaveLength(1);
    expect(await codes().recordPoll(key, 4)).toBe(false);
    expect(await codes().recordPoll({ ...key, domainId: fixture.other }, 0)).toBe(false);
    expect(await codes().recordPoll(key, 0)).toBe(true);
  });
});
