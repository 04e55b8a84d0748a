import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RecoveryCodeRepository } from '@latchkey/persistence';
import { findTablesContaining } from '../../../../test/support/leftovers.js';
import type { CredentialDomain } from '../authentication-method/credential-change.service.js';
import { CredentialsFixture } from '../authentication-method/credentials.fixture.js';
import { RecoveryCodeModule } from './recovery-code.module.js';
import { RecoveryCodeService } from './recovery-code.service.js';

const DISPLAY_SCOPE = 'sign-in:an-interaction';
const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

let credentials: CredentialsFixture;
let codes: RecoveryCodeService;
let domain: CredentialDomain;
let sub: string;

beforeAll(async () => {
  credentials = await CredentialsFixture.start(RecoveryCodeModule);
  codes = credentials.get(RecoveryCodeService);
});

beforeEach(async () => {
  domain = await credentials.domain();
  sub = await credentials.user(domain);
});

afterAll(() => credentials.stop());

describe('recovery codes', () => {
  it('shows recovery codes again in the same scope until the user acknowledges them', async () => {
    const made = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;
    await codes.redeem(domain, sub, made[0]!);

    const [again, elsewhere, ofAnother] = [
      await codes.listDisplayed(domain, sub, DISPLAY_SCOPE),
      await codes.listDisplayed(domain, sub, 'session:another'),
      await codes.listDisplayed(await credentials.domain(), sub, DISPLAY_SCOPE),
    ];
    await codes.acknowledge(domain, sub);

    expect(again.toSorted()).toEqual(made.slice(1).toSorted());
    expect([elsewhere, ofAnother, await codes.listDisplayed(domain, sub, DISPLAY_SCOPE)]).toEqual([[], [], []]);
    expect(await credentials.rows.count('recovery_code', `sub = '${sub}' AND encrypted IS NOT NULL`)).toBe(0);
    expect(await codes.countRemaining(domain, sub)).toBe(9);
    const log = await credentials.rows.query('SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id', [domain.id]);
    expect(log).toEqual([{ type: 'recovery_code.created' }, { type: 'recovery_code.used' }]);
  });

  it('shows recovery codes for ten minutes, and then deletes the displayed copies', async () => {
    await codes.regenerate(domain, sub, DISPLAY_SCOPE);
    await credentials.rows.query(`UPDATE recovery_code SET shown_until = now() - interval '1 second' WHERE sub = $1`, [sub]);

    expect(await codes.listDisplayed(domain, sub, DISPLAY_SCOPE)).toEqual([]);
    await credentials.get(RecoveryCodeRepository).clearExpired(100);
    expect(await credentials.rows.count('recovery_code', `sub = '${sub}' AND encrypted IS NOT NULL`)).toBe(0);
    expect(await codes.countRemaining(domain, sub)).toBe(10);
  });

  it('creates ten readable codes of 100 bits, never stored in plain text', async () => {
    const made = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;

    expect(made).toHaveLength(10);
    expect(new Set(made).size).toBe(10);
    for (const code of made) expect(code).toMatch(/^([a-z2-7]{5}-){3}[a-z2-7]{5}$/);
    expect(await codes.countRemaining(domain, sub)).toBe(10);
    expect(await findTablesContaining(credentials.url, made[0]!, made[0]!.replaceAll('-', ''))).toEqual([]);
    const log = await credentials.rows.query('SELECT type, actor_id FROM log_entry WHERE domain_id = $1', [domain.id]);
    expect(log).toEqual([{ type: 'recovery_code.created', actor_id: sub }]);
  });

  it('accepts each recovery code once, ignoring case and separators', async () => {
    const [first, second, third] = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;
    const typed = [
      first!,
      ` ${second!.toUpperCase().replaceAll('-', ' ')} `,
      third!.replaceAll('-', '').replaceAll('o', '0').replaceAll('l', '1'),
    ];

    const [once, again] = [
      await Promise.all(typed.map((code) => codes.redeem(domain, sub, code))),
      await Promise.all(typed.map((code) => codes.redeem(domain, sub, code))),
    ];

    expect([once, again]).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
    expect(await codes.countRemaining(domain, sub)).toBe(7);
  });

  it.each(Array.from({ length: 3 }, (_none, round) => [round]))(
    'accepts one of fifty concurrent requests with a recovery code: round %d',
    async () => {
      const [code] = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;

      const redeemed = await Promise.all(Array.from({ length: 50 }, () => codes.redeem(domain, sub, code!)));

      expect(redeemed.filter(Boolean)).toHaveLength(1);
      expect(await codes.countRemaining(domain, sub)).toBe(9);
    },
  );

  it('rejects a recovery code of another user or domain', async () => {
    const [code] = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;
    const [other, elsewhere] = [await credentials.user(domain), await credentials.domain()];
    await credentials.rows.insert('end_user', { domain_id: elsewhere.id, sub });
    await credentials.rows.query('INSERT INTO recovery_code SELECT $2, sub, hash FROM recovery_code WHERE domain_id = $1', [
      domain.id,
      elsewhere.id,
    ]);
    await credentials.rows.query('INSERT INTO recovery_code SELECT domain_id, $2, hash FROM recovery_code WHERE domain_id = $1', [
      domain.id,
      other,
    ]);

    expect(await codes.redeem(domain, other, code!)).toBe(false);
    expect(await codes.redeem(elsewhere, sub, code!)).toBe(false);
    expect(await codes.redeem(domain, sub, code!)).toBe(true);
  });

  it.each(['', 'aaaaa-aaaaa-aaaaa-aaaaa', 'aaaaa', '\0', '%'])('rejects %j as a recovery code', async (typed) => {
    await codes.regenerate(domain, sub, DISPLAY_SCOPE);

    expect(await codes.redeem(domain, sub, typed)).toBe(false);
    expect(await codes.redeem(domain, sub, 'x'.repeat(10_000))).toBe(false);
  });

  it('replaces all recovery codes together, and keeps ten after concurrent requests', async () => {
    const [old] = (await codes.regenerate(domain, sub, DISPLAY_SCOPE))!;

    const made = await Promise.all(Array.from({ length: 10 }, () => codes.regenerate(domain, sub, DISPLAY_SCOPE)));

    expect(await codes.redeem(domain, sub, old!)).toBe(false);
    expect(await credentials.rows.count('recovery_code', `domain_id = '${domain.id}'`)).toBe(10);
    const redeemed = await Promise.all(made.map((set) => codes.redeem(domain, sub, set![0]!)));
    expect(redeemed.filter(Boolean)).toHaveLength(1);
  });

  it('redeems a recovery code without a deadlock while its user is deleted', async () => {
    const users = await Promise.all(
      Array.from({ length: 40 }, () => credentials.user(domain, { attributes: { preferred_username: 'jane', email: 'j@example.com' } })),
    );
    const made = await Promise.all(users.map((user) => codes.regenerate(domain, user, DISPLAY_SCOPE)));

    const both = users.flatMap((user, n) => [
      codes.redeem(domain, user, made[n]![0]!),
      credentials.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domain.id, user]),
    ]);

    await expect(Promise.all(both)).resolves.toHaveLength(80);
  });

  it('creates recovery codes only for an active user of the domain, and deletes them with the user', async () => {
    const none = [
      await codes.regenerate(domain, UNKNOWN_SUB, DISPLAY_SCOPE),
      await codes.regenerate(domain, await credentials.user(domain, { active: false }), DISPLAY_SCOPE),
      await codes.regenerate(await credentials.domain(), sub, DISPLAY_SCOPE),
    ];
    await codes.regenerate(domain, sub, DISPLAY_SCOPE);

    await credentials.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domain.id, sub]);

    expect(none).toEqual([null, null, null]);
    expect(await credentials.rows.count('recovery_code', `domain_id = '${domain.id}'`)).toBe(0);
  });
});
