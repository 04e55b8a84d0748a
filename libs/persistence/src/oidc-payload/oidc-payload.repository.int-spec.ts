import { describe, expect, it } from '@jest/globals';
import { hashOf } from '../../../../test/support/rows.js';
import { useOidcPayloadSuite } from './oidc-payload-suite.fixture.js';

const suite = useOidcPayloadSuite();

const record = (id: string, domain = suite.domainId) => suite.key('Interaction', id, domain);
/** Additional search keys of a record. */
const ofRecord = (value: string) => ({ domainId: suite.domainId, model: 'Interaction', uid: value, userCode: value });

async function expire(id: string): Promise<void> {
  await suite.rows.query(`UPDATE oidc_payload SET expires_at = now() WHERE hash = $1`, [hashOf(id)]);
}

describe('records of oidc-provider', () => {
  it('are returned as stored, with any nesting, even values that jsonb cannot hold', async () => {
    const payload = { iat: 1, nonce: '\u0000\ud800ü\u{1f600}"\'\\', claims: { a: [1, null, { b: true }] }, empty: {} };

    await suite.payloads.put(record('s1'), payload, 60);

    expect(await suite.payloads.find(record('s1'))).toEqual(payload);
  });

  it('are replaced by another record with the same id', async () => {
    await suite.payloads.put(record('s1'), { a: 1, uid: 'u1', grantId: 'g1', clientId: 'c1' }, null);

    await suite.payloads.put(record('s1'), { b: 2, uid: 'u2' }, 60);

    expect([await suite.payloads.find(record('s1')), await suite.payloads.findByUid(ofRecord('u1'))]).toEqual([
      { b: 2, uid: 'u2' },
      undefined,
    ]);
    expect(await suite.rows.query('SELECT client_id, grant_id, uid, expires_at IS NOT NULL AS expires FROM oidc_payload')).toEqual([
      { client_id: null, grant_id: null, uid: 'u2', expires: true },
    ]);
  });

  it('are identified by domain, model and id, so that no other is found, replaced, consumed or deleted', async () => {
    const keys = [record('same'), record('same', suite.other), suite.code('same'), suite.code('same', suite.other)];
    for (const [n, key] of keys.entries()) await suite.payloads.put(key, { n }, 60);

    await suite.payloads.put(keys[0]!, { n: 'replaced' }, 60);
    const consumed = await suite.payloads.consume(keys[1]!);
    await suite.payloads.delete(keys[2]!);

    expect(consumed).toBe(true);
    expect(await Promise.all(keys.map((key) => suite.payloads.find(key)))).toEqual([
      { n: 'replaced' },
      { n: 1, consumed: expect.any(Number) },
      undefined,
      { n: 3 },
    ]);
  });

  it('are not found after their expiry, by any key', async () => {
    await suite.payloads.put(record('s1'), { uid: 'u1', userCode: 'ABCD' }, 60);
    const lookUp = async () => [
      await suite.payloads.find(record('s1')),
      await suite.payloads.findByUid(ofRecord('u1')),
      await suite.payloads.findByUserCode(ofRecord('ABCD')),
    ];
    const before = await lookUp();

    await expire('s1');

    expect(before).toEqual([expect.anything(), expect.anything(), expect.anything()]);
    expect(await lookUp()).toEqual([undefined, undefined, undefined]);
  });

  it('expire after the requested number of seconds', async () => {
    await suite.payloads.put(record('s1'), {}, 90);

    expect(await suite.rows.count('oidc_payload', `expires_at BETWEEN now() + interval '80 s' AND now() + interval '90 s'`)).toBe(1);
  });

  it('never expire if no expiry was given', async () => {
    await suite.payloads.put(record('s1'), { a: 1 }, null);

    const removed = await suite.payloads.deleteExpired(100);

    expect([removed, await suite.payloads.find(record('s1'))]).toEqual([0, { a: 1 }]);
  });

  it.each(['unknown', '', '\u0000', 's1\u0000', "' OR true --"])('are not found by %j', async (id) => {
    await suite.payloads.put(record('s1'), { uid: 'u1', userCode: 'ABCD' }, 60);

    const found = [
      await suite.payloads.find(record(id)),
      await suite.payloads.findByUid(ofRecord(id)),
      await suite.payloads.findByUserCode(ofRecord(id)),
    ];

    expect(found).toEqual([undefined, undefined, undefined]);
  });

  it('are not stored for an unknown domain', async () => {
    const nowhere = record('s1', '00000000-0000-4000-8000-000000000000');

    await expect(suite.payloads.put(nowhere, {}, 60)).rejects.toMatchObject({ constraint: 'oidc_payload_domain' });
  });
});

describe('device codes', () => {
  it('are found by their user code, in their own domain', async () => {
    const device = (domain: string) => suite.key('DeviceCode', 'd1', domain);
    await suite.payloads.put(device(suite.domainId), { userCode: 'WDJB-MJHT', mine: true }, 60);
    await suite.payloads.put(device(suite.other), { userCode: 'WDJB-MJHT', mine: false }, 60);

    const found = await suite.payloads.findByUserCode({ ...device(suite.domainId), userCode: 'WDJB-MJHT' });

    expect(found).toEqual({ userCode: 'WDJB-MJHT', mine: true });
  });
});

describe('single-use records', () => {
  it('store the time of their use in whole seconds', async () => {
    await suite.payloads.put(suite.code('c1'), { a: 1 }, 60);
    const before = await suite.payloads.find(suite.code('c1'));

    const consumed = await suite.payloads.consume(suite.code('c1'));

    const after = await suite.payloads.find(suite.code('c1'));
    expect([before, consumed]).toEqual([{ a: 1 }, true]);
    expect(after).toEqual({ a: 1, consumed: expect.any(Number) });
    expect(Number.isInteger(after!.consumed)).toBe(true);
    expect(Math.abs(after!.consumed! - Date.now() / 1_000)).toBeLessThan(60);
  });

  it('are consumed by exactly one of fifty concurrent calls', async () => {
    await suite.payloads.put(suite.code('c1'), {}, 60);

    const used = await Promise.all(Array.from({ length: 50 }, () => suite.payloads.consume(suite.code('c1'))));

    expect(used.filter(Boolean)).toHaveLength(1);
  });

  it('cannot be used after their expiry, or in another domain', async () => {
    await suite.payloads.put(suite.code('c1'), {}, 60);
    await suite.payloads.put(suite.code('c2'), {}, 60);
    await expire('c1');

    const used = [
      await suite.payloads.consume(suite.code('c1')),
      await suite.payloads.consume(suite.code('c2', suite.other)),
      await suite.payloads.consume(suite.session('c2')),
    ];

    expect(used).toEqual([false, false, false]);
  });

  it('stay consumed when stored again, so a late write allows no second use', async () => {
    await suite.payloads.put(suite.code('c1'), {}, 60);
    await suite.payloads.consume(suite.code('c1'));

    await suite.payloads.put(suite.code('c1'), { late: true }, 60);

    expect(await suite.payloads.find(suite.code('c1'))).toEqual({ late: true, consumed: expect.any(Number) });
    expect(await suite.payloads.consume(suite.code('c1'))).toBe(false);
  });
});

describe('used proofs', () => {
  const mark = (id: string, domain = suite.domainId) => suite.key('ReplayDetection', id, domain);

  it('are recorded by exactly one of fifty concurrent calls', async () => {
    const set = await Promise.all(Array.from({ length: 50 }, (_, n) => suite.payloads.putIfAbsent(mark('p1'), { n }, 60)));

    expect(set.filter(Boolean)).toHaveLength(1);
    expect(await suite.payloads.find(mark('p1'))).toEqual({ n: set.indexOf(true) });
  });

  it('are recorded separately in each domain', async () => {
    expect([
      await suite.payloads.putIfAbsent(mark('p1'), {}, 60),
      await suite.payloads.putIfAbsent(mark('p1', suite.other), {}, 60),
    ]).toEqual([true, true]);
  });

  it('can be recorded again once expired, by exactly one of fifty calls', async () => {
    await suite.payloads.putIfAbsent(mark('p1'), { old: true }, 60);
    await suite.payloads.consume(mark('p1'));
    await expire('p1');

    const set = await Promise.all(Array.from({ length: 50 }, () => suite.payloads.putIfAbsent(mark('p1'), { old: false }, 60)));

    expect(set.filter(Boolean)).toHaveLength(1);
    expect(await suite.payloads.find(mark('p1'))).toEqual({ old: false });
  });

  it('do not replace a record that never expires', async () => {
    await suite.payloads.put(mark('p1'), { kept: true }, null);

    expect([await suite.payloads.putIfAbsent(mark('p1'), {}, 60), await suite.payloads.find(mark('p1'))]).toEqual([false, { kept: true }]);
  });
});

describe('ending a grant', () => {
  it('removes everything issued under it, only in its own domain', async () => {
    await suite.payloads.put(suite.code('code'), { grantId: 'g1' }, 60);
    await suite.payloads.put({ ...suite.code('access'), model: 'AccessToken' }, { grantId: 'g1' }, 60);
    await suite.payloads.put({ ...suite.code('refresh'), model: 'RefreshToken' }, { grantId: 'g1' }, null);
    await suite.payloads.put(suite.code('another'), { grantId: 'g2' }, 60);
    await suite.payloads.put(suite.code('without'), {}, 60);
    await suite.payloads.put(suite.code('foreign', suite.other), { grantId: 'g1' }, 60);

    await suite.payloads.deleteGrant(suite.domainId, 'g1');

    expect(await suite.storedIds()).toEqual(['another', 'foreign', 'without']);
  });
});

describe('removal of expired records', () => {
  it('removes expired payloads of all domains in batches, and no others', async () => {
    await suite.payloads.put(suite.session('young'), {}, 60);
    for (const [n, domain] of [suite.domainId, suite.other, suite.domainId, suite.other, suite.domainId].entries()) {
      await suite.payloads.put(suite.session(`old-${n}`, domain), {}, 60);
      await expire(`old-${n}`);
    }

    const removed = [
      await suite.payloads.deleteExpired(2),
      await suite.payloads.deleteExpired(2),
      await suite.payloads.deleteExpired(2),
      await suite.payloads.deleteExpired(2),
    ];

    expect([removed, await suite.storedIds()]).toEqual([[2, 2, 1, 0], ['young']]);
  });

  it('keeps a record that is renewed while the removal waits for it', async () => {
    await suite.payloads.put(suite.session('s1'), { old: true }, 60);
    await expire('s1');
    const release = Promise.withResolvers<void>();
    const renewed = Promise.withResolvers<void>();
    const renewal = suite.persistence.source.transaction(async (manager) => {
      await manager.query(`UPDATE oidc_payload SET expires_at = now() + interval '1 minute' WHERE hash = sha256('s1')`);
      renewed.resolve();
      await release.promise;
    });
    await renewed.promise;
    const removal = suite.payloads.deleteExpired(10);
    await suite.rows.untilBlocked(1);

    release.resolve();

    await renewal;
    expect([await removal, await suite.payloads.find(suite.session('s1'))]).toEqual([0, { old: true }]);
  });
});
