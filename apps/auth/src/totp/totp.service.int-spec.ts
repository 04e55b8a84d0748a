import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readAuthSettings } from '@latchkey/config';
import { Encryptor, totpContext } from '@latchkey/crypto';
import { userIdOf, DEFAULT_BRANDING } from '@latchkey/persistence';
import { generateSync } from 'otplib';
import { eventually } from '../../../../test/support/eventually.js';
import { MASTER_KEY } from '../../../../test/support/management.js';
import type { CredentialDomain } from '../authentication-method/credential-change.service.js';
import { CredentialsFixture } from '../authentication-method/credentials.fixture.js';
import { TotpModule } from './totp.module.js';
import { TotpService, type TotpOutcome } from './totp.service.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';
const WRONG_CODE = 'wrong!';

let credentials: CredentialsFixture;
let totp: TotpService;
let domain: CredentialDomain;
let sub: string;

beforeAll(async () => {
  credentials = await CredentialsFixture.start(TotpModule);
  totp = credentials.get(TotpService);
});

beforeEach(async () => {
  // Keeps the time step from changing between the generation of a code and its use.
  await eventually(() => (Date.now() / 1_000) % 30 < 20, { timeoutMs: 15_000 });
  domain = await credentials.domain();
  sub = await credentials.user(domain);
});

afterAll(() => credentials.stop());

function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + steps * 30 });
}

/** Sets up an authenticator app with a code from the past. @returns its secret */
async function setUp(whose = sub): Promise<string> {
  const { secret } = (await totp.enrol(domain, whose))!;
  expect(await totp.confirm(domain, whose, codeOf(secret, -1))).toBe(true);
  return secret;
}

async function verifyAll(codes: string[]): Promise<TotpOutcome[]> {
  const outcomes: TotpOutcome[] = [];
  for (const code of codes) outcomes.push(await totp.verify(domain, sub, code));
  return outcomes;
}

function counts(outcomes: TotpOutcome[]): Partial<Record<TotpOutcome, number>> {
  return Object.fromEntries(Object.entries(Object.groupBy(outcomes, (outcome) => outcome)).map(([name, all]) => [name, all.length]));
}

describe('authenticator app enrolment', () => {
  it('is there for a user whose sub is no UUID; the secret is bound to the id of its row', async () => {
    const text = 'maya.k~7';
    const id = await credentials.user(domain, { sub: userIdOf(domain.id, text), sub_text: text });
    const secret = await setUp(text);

    expect(await totp.verify(domain, text, codeOf(secret))).toBe('accepted');
    const [row] = await credentials.rows.query<{ secret: Buffer }>('SELECT secret FROM totp WHERE sub = $1', [id]);
    const { MASTER_KEY: keys } = readAuthSettings({ DATABASE_URL: credentials.url, MASTER_KEY });
    expect(new Encryptor(keys).decrypt(row!.secret, totpContext(domain.id, id)).length).toBe(20);
  });

  it('creates a 160-bit secret that is active once a code confirms it', async () => {
    const enrolment = (await totp.enrol(domain, sub))!;
    const early = await totp.verify(domain, sub, codeOf(enrolment.secret));
    const before = await totp.status(domain, sub);

    const confirmed = await totp.confirm(domain, sub, codeOf(enrolment.secret, -1));

    expect(Buffer.from(enrolment.secret)).toHaveLength(32);
    const { name } = domain;
    expect(enrolment.uri).toMatch(new RegExp(String.raw`^otpauth://totp/${name}:username-\d+\?secret=[A-Z2-7]{32}&issuer=${name}`));
    expect([early, before.confirmedAt, confirmed]).toEqual(['wrong', null, true]);
    expect(await totp.status(domain, sub)).toEqual({ confirmedAt: expect.any(Date), lastUsedAt: null, lockedUntil: null });
    expect(await totp.verify(domain, sub, codeOf(enrolment.secret))).toBe('accepted');
    const log = await credentials.rows.query('SELECT type, actor_id FROM log_entry WHERE domain_id = $1', [domain.id]);
    expect(log).toEqual([{ type: 'authenticator_app.created', actor_id: sub }]);
  });

  it('rejects a wrong code, and codes of another secret or user', async () => {
    const { secret } = (await totp.enrol(domain, sub))!;
    const other = await credentials.user(domain);
    await totp.enrol(domain, other);

    expect(await totp.confirm(domain, sub, WRONG_CODE)).toBe(false);
    expect(await totp.confirm(domain, other, codeOf(secret))).toBe(false);
    expect(await totp.confirm({ ...domain, id: await credentials.rows.domain() }, sub, codeOf(secret))).toBe(false);
    expect(await totp.confirm(domain, sub, codeOf(secret, 3))).toBe(false);
    expect(await totp.pending(domain, sub)).toEqual({ secret, uri: expect.stringContaining(secret) });
    expect(await totp.confirm(domain, sub, codeOf(secret))).toBe(true);
    expect(await totp.confirm(domain, sub, codeOf(secret, 1))).toBe(false);
    expect(await totp.pending(domain, sub)).toBeNull();
  });

  it('accepts the latest of several secrets, for 15 minutes', async () => {
    const first = (await totp.enrol(domain, sub))!;
    const last = (await totp.enrol(domain, sub))!;
    const old = await totp.confirm(domain, sub, codeOf(first.secret));
    await credentials.rows.query(`UPDATE totp SET pending_until = pending_until - interval '15 minutes' WHERE domain_id = $1`, [domain.id]);

    expect([old, await totp.confirm(domain, sub, codeOf(last.secret))]).toEqual([false, false]);
  });

  it('keeps the old app active until the user confirms the new one', async () => {
    const old = await setUp();
    const next = (await totp.enrol(domain, sub))!;

    const before = await totp.verify(domain, sub, codeOf(old));
    await totp.confirm(domain, sub, codeOf(next.secret, -1));

    expect([before, ...(await verifyAll([codeOf(old, 1), codeOf(next.secret)]))]).toEqual(['accepted', 'wrong', 'accepted']);
  });

  it('requires an active user of the domain', async () => {
    expect(await totp.enrol(domain, UNKNOWN_SUB)).toBeNull();
    expect(await totp.enrol(domain, await credentials.user(domain, { active: false }))).toBeNull();
    expect(await totp.enrol({ ...domain, id: await credentials.rows.domain() }, sub)).toBeNull();
  });

  it('encrypts the secret in the database, bound to the user and the domain', async () => {
    const secret = await setUp();
    const other = await credentials.user(domain);
    const [row] = await credentials.rows.query<{ all: string }>('SELECT totp::text AS all FROM totp WHERE domain_id = $1 AND sub = $2', [
      domain.id,
      sub,
    ]);
    await credentials.rows.query(
      'INSERT INTO totp (domain_id, sub, last_step, secret) SELECT domain_id, $3::uuid, 0, secret FROM totp WHERE domain_id = $1 AND sub = $2',
      [domain.id, sub, other],
    );

    expect(row!.all).not.toContain(secret);
    await expect(totp.verify(domain, other, codeOf(secret))).rejects.toThrow();
  });
});

describe('issuer name in the authenticator app', () => {
  it('uses the display name of the domain', async () => {
    const branding = { ...DEFAULT_BRANDING, name: 'Muster: Bank' };

    const { uri } = (await totp.enrol({ ...domain, branding }, sub))!;

    expect(new URL(uri).searchParams.get('issuer')).toBe('Muster Bank');
    expect(uri).toMatch(/^otpauth:\/\/totp\/Muster%20Bank:username-/);
  });
});

describe('wrong codes from strangers', () => {
  it('leave a known browser its five attempts', async () => {
    const secret = await setUp();
    const inKnown = (code: string) => totp.verifyInKnownBrowser(domain, sub, code);

    expect(counts(await verifyAll(Array<string>(7).fill('000000')))).toEqual({ wrong: 5, locked: 2 });
    expect(await inKnown(codeOf(secret))).toBe('accepted');
    const known: TotpOutcome[] = [];
    for (let n = 0; n < 7; n += 1) known.push(await inKnown('000000'));

    expect(counts(known)).toEqual({ wrong: 5, locked: 2 });
    expect(await totp.verify(domain, sub, codeOf(secret, 1))).toBe('locked');
  });
});

describe('authenticator app codes', () => {
  it('accepts a code once, for the current and adjacent time steps, in order', async () => {
    const secret = await setUp();

    expect(await verifyAll([codeOf(secret), codeOf(secret), codeOf(secret, -1), codeOf(secret, 1), codeOf(secret)])).toEqual([
      'accepted',
      'used',
      'used',
      'accepted',
      'used',
    ]);
    expect((await totp.status(domain, sub)).lastUsedAt).toEqual(expect.any(Date));
  });

  it('rejects a code that has confirmed the secret', async () => {
    const { secret } = (await totp.enrol(domain, sub))!;
    await totp.confirm(domain, sub, codeOf(secret));

    expect(await totp.verify(domain, sub, codeOf(secret))).toBe('used');
  });

  it('rejects a code two steps away, for another user, and without an app', async () => {
    const secret = await setUp();
    const other = await credentials.user(domain);
    await setUp(other);

    expect(await verifyAll([codeOf(secret, -3), codeOf(secret, 3)])).toEqual(['wrong', 'wrong']);
    expect(await totp.verify(domain, other, codeOf(secret))).toBe('wrong');
    expect(await totp.verify(domain, await credentials.user(domain), codeOf(secret))).toBe('wrong');
    expect(await totp.verify({ ...domain, id: await credentials.rows.domain() }, sub, codeOf(secret))).toBe('wrong');
  });

  it.each(Array.from({ length: 3 }, (_none, round) => [round]))(
    'accepts a code once for a hundred concurrent requests: round %d',
    async () => {
      const secret = await setUp();
      const code = codeOf(secret);

      const outcomes = await Promise.all(Array.from({ length: 100 }, () => totp.verify(domain, sub, code)));

      expect(counts(outcomes).accepted).toBe(1);
      expect(counts(outcomes).wrong).toBeUndefined();
      expect(await totp.verify(domain, sub, codeOf(secret, 1))).toBe('accepted');
    },
  );
});

describe('five wrong codes', () => {
  it('lock the authenticator app for 15 minutes, even for correct codes', async () => {
    const secret = await setUp();

    const outcomes = await verifyAll([WRONG_CODE, '000000', WRONG_CODE, WRONG_CODE, WRONG_CODE, codeOf(secret), WRONG_CODE]);
    const { lockedUntil } = await totp.status(domain, sub);
    await credentials.rows.query(`UPDATE totp SET locked_until = locked_until - interval '15 minutes' WHERE domain_id = $1`, [domain.id]);

    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'wrong', 'locked', 'locked']);
    expect(lockedUntil!.getTime() - Date.now()).toBeGreaterThan(14.5 * 60_000);
    expect(lockedUntil!.getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(await verifyAll([WRONG_CODE, WRONG_CODE, codeOf(secret)])).toEqual(['wrong', 'wrong', 'accepted']);
  });

  it('lock the authenticator app after exactly five of a hundred concurrent requests', async () => {
    await setUp();

    const outcomes = await Promise.all(Array.from({ length: 100 }, () => totp.verify(domain, sub, WRONG_CODE)));

    expect(counts(outcomes)).toEqual({ wrong: 5, locked: 95 });
  });

  it('must be consecutive, because a correct code resets the count', async () => {
    const secret = await setUp();

    expect(
      await verifyAll([
        WRONG_CODE,
        WRONG_CODE,
        WRONG_CODE,
        WRONG_CODE,
        codeOf(secret),
        WRONG_CODE,
        WRONG_CODE,
        WRONG_CODE,
        WRONG_CODE,
        codeOf(secret, 1),
      ]),
    ).toEqual([...Array<string>(4).fill('wrong'), 'accepted', ...Array<string>(4).fill('wrong'), 'accepted']);
  });

  it('do not include correct codes that were already used', async () => {
    const secret = await setUp();
    const code = codeOf(secret);

    const outcomes = await verifyAll([code, ...Array<string>(7).fill(code), codeOf(secret, 1)]);

    expect(outcomes).toEqual(['accepted', ...Array<string>(7).fill('used'), 'accepted']);
  });

  it('lock the authenticator app for that user only', async () => {
    await setUp();
    const other = await credentials.user(domain);
    const secret = await setUp(other);
    await verifyAll(Array<string>(5).fill(WRONG_CODE));

    expect(await totp.verify(domain, other, codeOf(secret))).toBe('accepted');
  });
});

describe('removed authenticator apps', () => {
  it('stop working, and the removal is logged once', async () => {
    const secret = await setUp();

    const removed = [
      await totp.remove({ ...domain, id: await credentials.rows.domain() }, sub),
      await totp.remove(domain, sub),
      await totp.remove(domain, sub),
    ];

    expect(removed).toEqual([false, true, false]);
    expect(await totp.verify(domain, sub, codeOf(secret))).toBe('wrong');
    const log = await credentials.rows.query('SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id', [domain.id]);
    expect(log.map(({ type }) => type)).toEqual(['authenticator_app.created', 'authenticator_app.deleted']);
  });
});
