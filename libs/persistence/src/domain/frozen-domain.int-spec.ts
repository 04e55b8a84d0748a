import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { hashOf } from '../../../../test/support/rows.js';
import { OidcPayloadRepository } from '../oidc-payload/oidc-payload.repository.js';
import type { StoredPayload } from '../oidc-payload/payload.js';
import { createPersistenceFixture, type PersistenceFixture } from '../persistence.fixture.js';
import { isTemporary } from './domain-frozen.error.js';
import { DomainRepository } from './domain.repository.js';

let fixture: PersistenceFixture;
let domains: DomainRepository;
let payloads: OidcPayloadRepository;
let domainId: string;

beforeAll(async () => {
  fixture = await createPersistenceFixture();
  domains = new DomainRepository(fixture.database);
  payloads = new OidcPayloadRepository(fixture.database);
});

afterAll(() => fixture.end());

beforeEach(async () => {
  domainId = await fixture.rows.domain();
});

const keyOf = (id: string, model = 'RefreshToken') => ({ domainId, model, hash: hashOf(id) });
const now = () => Math.floor(Date.now() / 1_000);
const put = (id: string, payload: StoredPayload = {}, model = 'RefreshToken') => payloads.put(keyOf(id, model), payload, 600);
const freeze = () => fixture.database.transaction(() => domains.setFrozen(domainId, true));
const close = () => fixture.database.transaction(() => domains.closeFrozen(domainId));
const isRefused = async (work: Promise<unknown>): Promise<boolean> =>
  isTemporary(
    await work.then(
      () => null,
      (error: unknown) => error,
    ),
  );

describe('a frozen domain', () => {
  it('takes what was in progress for a moment, and nothing once it is closed, except tokens of clients for themselves', async () => {
    await put('first');
    await freeze();
    expect(await put('second')).toBe(true);
    await close();

    const { sub } = await fixture.rows.insert<{ sub: string }>('end_user', { domain_id: domainId });
    const refused = [
      await isRefused(put('third')),
      await isRefused(put('first', { changed: true })),
      await isRefused(payloads.consume(keyOf('first'))),
      await isRefused(fixture.rows.insert('passkey', { domain_id: domainId, sub })),
      await isRefused(fixture.rows.insert('totp', { domain_id: domainId, sub })),
      await isRefused(fixture.rows.insert('recovery_code', { domain_id: domainId, sub })),
    ];

    expect(refused).toEqual(refused.map(() => true));
    expect(await put('token', {}, 'ClientCredentials')).toBe(true);
    expect((await payloads.find(keyOf('first')))?.consumed).toBeUndefined();

    await fixture.database.transaction(() => domains.setFrozen(domainId, false));
    expect(await put('third')).toBe(true);
  });

  it('refuses what was too slow, even before it is closed', async () => {
    await freeze();
    await delay(300);

    expect(await isRefused(put('late'))).toBe(true);
  });

  it('is closed after the writes in progress, which are stored', async () => {
    await freeze();
    let end!: () => void;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const writing = fixture.database.transaction(async () => {
      await put('slow');
      await ended;
    });
    await delay(100);
    let isClosed = false;
    const closing = close().then(() => (isClosed = true));
    await delay(300);
    expect(isClosed).toBe(false);

    end();
    await Promise.all([writing, closing]);
    expect(await payloads.find(keyOf('slow'))).toEqual({});
  });

  it('counts a refresh token as unused if its successor was refused, and no other one', async () => {
    await put('refused', { grantId: 'a', iat: now() - 100 });
    await put('replaced', { grantId: 'b', iat: now() - 100 });
    await put('code', { grantId: 'c', iat: now() - 100 }, 'AuthorizationCode');
    for (const key of [keyOf('refused'), keyOf('replaced'), keyOf('code', 'AuthorizationCode')])
      expect(await payloads.consume(key)).toBe(true);
    await put('successor', { grantId: 'b', iat: now() });
    await freeze();
    await close();

    const consumed = [keyOf('refused'), keyOf('replaced'), keyOf('code', 'AuthorizationCode'), keyOf('successor')].map(
      async (key) => (await payloads.find(key))?.consumed !== undefined,
    );
    expect(await Promise.all(consumed)).toEqual([false, true, true, false]);
  });
});
