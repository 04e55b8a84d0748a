import { describe, expect, it } from '@jest/globals';
import { hashOf } from '../../../../test/support/rows.js';
import { useOidcPayloadFixture } from './oidc-payload.fixture.js';

const fixture = useOidcPayloadFixture();

const record = (id: string, domain = fixture.domainId) => fixture.key('Interaction', id, domain);
/** Additional search keys of a record. */
const ofRecord = (value: string) => ({ domainId: fixture.domainId, model: 'Interaction', uid: value, userCode: value });

async function expire(id: string): Promise<void> {
  await fixture.rows.query(`UPDATE oidc_payload SET expires_at = now() WHERE hash = $1`, [hashOf(id)]);
}

describe('records of oidc-provider', () => {
  it('are returned as stored, with any nesting, even values that jsonb cannot hold', async () => {
    const payload = { iat: 1, nonce: '\u0000\ud800ü\u{1f600}"\'\\', claims: { a: [1, null, { b: true }] }, empty: {} };

    await fixture.payloads.put(record('s1'), payload, 60);

    expect(await fixture.payloads.find(record('s1'))).toEqual(payload);
  });

  it('are replaced by another record with the same id', async () => {
    await fixture.payloads.put(record('s1'), { a: 1, uid: 'u1', grantId: 'g1', clientId: 'c1' }, null);

    await fixture.payloads.put(record('s1'), { b: 2, uid: 'u2' }, 60);

    expect([await fixture.payloads.find(record('s1')), await fixture.payloads.findByUid(ofRecord('u1'))]).toEqual([
      { b: 2, uid: 'u2' },
      undefined,
    ]);
    expect(await fixture.rows.query('SELECT client_id, grant_id, uid, expires_at IS NOT NULL AS expires FROM oidc_payload')).toEqual([
      { client_id: null, grant_id: null, uid: 'u2', expires: true },
    ]);
  });

  it('are identified by domain, model and id, so that no other is found, replaced, consumed or deleted', async () => {
    const keys = [record('same'), record('same', fixture.other), fixture.code('same'), fixture.code('same', fixture.other)];
    for (const [n, key] of keys.entries()) await fixture.payloads.put(key, { n }, 60);

    await fixture.payloads.put(keys[0]!, { n: 'replaced' }, 60);
    const consumed = await fixture.payloads.consume(keys[1]!);
    await fixture.payloads.delete(keys[2]!);

    expect(consumed).toBe(true);
    expect(await Promise.all(keys.map((key) => fixture.payloads.find(key)))).toEqual([
      { n: 'replaced' },
      { n: 1, consumed: expect.any(Number) },
      undefined,
      { n: 3 },
    ]);
  });

  it('are not found after their expiry, by any key', async () => {
    await fixture.payloads.put(record('s1'), { uid: 'u1', userCode: 'ABCD' }, 60);
    const lookUp = async () => [
      await fixture.payloads.find(record('s1')),
      await fixture.payloads.findByUid(ofRecord('u1')),
      await fixture.payloads.findByUserCode(ofRecord('ABCD')),
    ];
    const before = await lookUp();

    await expire('s1');

    expect(before).toEqual([expect.anything(), expect.anything(), expect.anything()]);
    expect(await lookUp()).toEqual([undefined, undefined, undefined]);
  });

  it('expire after the requested number of seconds', async () => {
    await fixture.payloads.put(record('s1'), {}, 90);

    expect(await fixture.rows.count('oidc_payload', `expires_at BETWEEN now() + interval '80 s' AND now() + interval '90 s'`)).toBe(1);
  });

  it('never expire if no expiry was given', async () => {
    await fixture.payloads.put(record('s1'), { a: 1 }, null);

    const removed = await fixture.payloads.deleteExpired(100);

    expect([removed, await fixture.payloads.find(record('s1'))]).toEqual([0, { a: 1 }]);
  });

  it.each(['unknown', '', '\u0000', 's1\u0000', "' OR true --"])('are not found by %j', async (id) => {
    await fixture.payloads.put(record('s1'), { uid: 'u1', userCode: 'ABCD' }, 60);

    const found = [
      await fixture.payloads.find(record(id)),
      await fixture.payloads.findByUid(ofRecord(id)),
      await fixture.payloads.findByUserCode(ofRecord(id)),
    ];

    expect(found).toEqual([undefined, undefined, undefined]);
  });

  it('are not stored for an unknown domain', async () => {
    const nowhere = record('s1', '00000000-0000-4000-8000-000000000000');

    await expect(fixture.payloads.put(nowhere, {}, 60)).rejects.toMatchObject({ constraint: 'oidc_payload_domain' });
  });
});

describe('device codes', () => {
  it('are found by their user code, in their own domain', async () => {
    const device = (domain: string) => fixture.key('DeviceCode', 'd1', domain);
    await fixture.payloads.put(device(fixture.domainId), { userCode: 'WDJB-MJHT', mine: true }, 60);
    await fixture.payloads.put(device(fixture.other), { userCode: 'WDJB-MJHT', mine: false }, 60);

    const found = await fixture.payloads.findByUserCode({ ...device(fixture.domainId), userCode: 'WDJB-MJHT' });

    expect(found).toEqual({ userCode: 'WDJB-MJHT', mine: true });
  });
});

describe('single-use records', () => {
  it('store the time of their use in whole seconds', async () => {
    await fixture.payloads.put(fixture.code('c1'), { a: 1 }, 60);
    const before = await fixture.payloads.find(fixture.code('c1'));

    const consumed = await fixture.payloads.consume(fixture.code('c1'));

    const after = await fixture.payloads.find(fixture.code('c1'));
    expect([before, consumed]).toEqual([{ a: 1 }, true]);
    expect(after).toEqual({ a: 1, consumed: expect.any(Number) });
    expect(Number.isInteger(after!.consumed)).toBe(true);
    expect(Math.abs(after!.consumed! - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('are consumed by exactly one of fifty concurrent calls', async () => {
    await fixture.payloads.put(fixture.code('c1'), {}, 60);

    const used = await Promise.all(Array.from({ length: 50 }, () => fixture.payloads.consume(fixture.code('c1'))));

    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('cannot be used after their expiry, or in another domain', async () => {
    await fixture.payloads.put(fixture.code('c1'), {}, 60);
    await fixture.payloads.put(fixture.code('c2'), {}, 60);
    await expire('c1');

    const used = [
      await fixture.payloads.consume(fixture.code('c1')),
      await fixture.payloads.consume(fixture.code('c2', fixture.other)),
      await fixture.payloads.consume(fixture.session('c2')),
    ];

    expect(used).toEqual([false, false, false]);
  });

  it('stay consumed when stored again, so a late write allows no second use', async () => {
    await fixture.payloads.put(fixture.code('c1'), {}, 60);
    await fixture.payloads.consume(fixture.code('c1'));

    await fixture.payloads.put(fixture.code('c1'), { late: true }, 60);

    expect(await fixture.payloads.find(fixture.code('c1'))).toEqual({ late: true, consumed: expect.any(Number) });
    expect(await fixture.payloads.consume(fixture.code('c1'))).toBe(false);
  });
});

describe('used proofs', () => {
  const mark = (id: string, domain = fixture.domainId) => fixture.key('ReplayDetection', id, domain);

  it('are recorded by exactly one of fifty concurrent calls', async () => {
    const set = await Promise.all(Array.from({ length: 50 }, (_, n) => fixture.payloads.putIfAbsent(mark('p1'), { n }, 60)));

    expect(set.filter(Boolean)).toHaveLength(1);
    expect(await fixture.payloads.find(mark('p1'))).toEqual({ n: set.indexOf(true) });
  });

  it('are recorded separately in each domain', async () => {
    expect([
      await fixture.payloads.putIfAbsent(mark('p1'), {}, 60),
      await fixture.payloads.putIfAbsent(mark('p1', fixture.other), {}, 60),
    ]).toEqual([true, true]);
  });

  it('can be recorded again once expired, by exactly one of fifty calls', async () => {
    await fixture.payloads.putIfAbsent(mark('p1'), { old: true }, 60);
    await fixture.payloads.consume(mark('p1'));
    await expire('p1');

    const set = await Promise.all(Array.from({ length: 50 }, () => fixture.payloads.putIfAbsent(mark('p1'), { old: false }, 60)));

    expect(set.filter(Boolean)).toHaveLength(1);
    expect(await fixture.payloads.find(mark('p1'))).toEqual({ old: false });
  });

  it('do not replace a record that never expires', async () => {
    await fixture.payloads.put(mark('p1'), { kept: true }, null);

    expect([await fixture.payloads.putIfAbsent(mark('p1'), {}, 60), await fixture.payloads.find(mark('p1'))]).toEqual([
      false,
      { kept: true },
    ]);
  });
});

describe('ending a grant', () => {
  it('removes everything issued under it, only in its own domain', async () => {
    await fixture.payloads.put(fixture.code('code'), { grantId: 'g1' }, 60);
    await fixture.payloads.put({ ...fixture.code('access'), model: 'AccessToken' }, { grantId: 'g1' }, 60);
    await fixture.payloads.put({ ...fixture.code('refresh'), model: 'RefreshToken' }, { grantId: 'g1' }, null);
    await fixture.payloads.put(fixture.code('another'), { grantId: 'g2' }, 60);
    await fixture.payloads.put(fixture.code('without'), {}, 60);
    await fixture.payloads.put(fixture.code('foreign', fixture.other), { grantId: 'g1' }, 60);

    await fixture.payloads.deleteGrant(fixture.domainId, 'g1');

    expect(await fixture.storedIds()).toEqual(['another', 'foreign', 'without']);
  });
});

describe('removal of expired records', () => {
  it('removes expired payloads of all domains in batches, and no others', async () => {
    await fixture.payloads.put(fixture.session('young'), {}, 60);
    for (const [n, domain] of [fixture.domainId, fixture.other, fixture.domainId, fixture.other, fixture.domainId].entries()) {
      await fixture.payloads.put(fixture.session(`old-${n}`, domain), {}, 60);
      await expire(`old-${n}`);
    }

    const removed = [
      await fixture.payloads.deleteExpired(2),
      await fixture.payloads.deleteExpired(2),
      await fixture.payloads.deleteExpired(2),
      await fixture.payloads.deleteExpired(2),
    ];

    expect([removed, await fixture.storedIds()]).toEqual([[2, 2, 1, 0], ['young']]);
  });

  it('keeps a record that is renewed while the removal waits for it', async () => {
    await fixture.payloads.put(fixture.session('s1'), { old: true }, 60);
    await expire('s1');
    const release = Promise.withResolvers<void>();
    const renewed = Promise.withResolvers<void>();
    const renewal = fixture.persistence.source.transaction(async (manager) => {
      await manager.query(`UPDATE oidc_payload SET expires_at = now() + interval '1 minute' WHERE hash = sha256('s1')`);
      renewed.resolve();
      await release.promise;
    });
    await renewed.promise;
    const removal = fixture.payloads.deleteExpired(10);
    await fixture.rows.untilBlocked(1);

    release.resolve();

    await renewal;
    expect([await removal, await fixture.payloads.find(fixture.session('s1'))]).toEqual([0, { old: true }]);
  });
});
