import { describe, expect, it } from '@jest/globals';
import { PasskeyRepository, userIdOf, DEFAULT_BRANDING } from '@latchkey/persistence';
import { FLAGS, SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { CredentialChangeService } from '../authentication-method/credential-change.service.js';
import { runInRequestContext } from '../authentication-method/request-context.js';
import { usePasskeyFixture } from './passkey.fixture.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

const fixture = usePasskeyFixture();

describe('registrationOptions', () => {
  it('requires a discoverable credential and user verification for the exact host, and excludes existing passkeys', async () => {
    await fixture.register();

    const options = await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub);

    expect(options).toMatchObject({
      rp: { id: fixture.domain.name, name: fixture.domain.name },
      user: { id: Buffer.from(fixture.sub).toString('base64url'), name: expect.stringMatching(/^username-/) },
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: fixture.authenticator.credentialId.toString('base64url'), type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    expect(Buffer.from(options!.challenge, 'base64url')).toHaveLength(32);
  });

  it('shows the display name of the domain', async () => {
    const branding = { ...DEFAULT_BRANDING, name: 'Muster Bank' };

    const options = await fixture.passkeys.registrationOptions({ ...fixture.domain, branding }, fixture.sub);

    expect(options!.rp).toEqual({ id: fixture.domain.name, name: 'Muster Bank' });
  });

  it('returns no options for inactive users, unknown users and users of another domain', async () => {
    const elsewhere = await fixture.credentials.domain();

    expect(
      await fixture.passkeys.registrationOptions(fixture.domain, await fixture.credentials.user(fixture.domain, { active: false })),
    ).toBeNull();
    expect(await fixture.passkeys.registrationOptions(fixture.domain, UNKNOWN_SUB)).toBeNull();
    expect(await fixture.passkeys.registrationOptions(elsewhere, fixture.sub)).toBeNull();
  });
});

describe('a user whose sub is no UUID', () => {
  it('creates a passkey and signs in with it, however long the sub is', async () => {
    const sub = 'maya.k~7'.padEnd(128, '-');
    await fixture.credentials.user(fixture.domain, { sub: userIdOf(fixture.domain.id, sub), sub_text: sub });
    const options = await fixture.passkeys.registrationOptions(fixture.domain, sub);

    expect(await fixture.register(fixture.authenticator, sub)).toMatchObject({ sub });

    expect(Buffer.from(options!.user.id, 'base64url').length).toBeLessThanOrEqual(64);
    expect(await fixture.signIn()).toEqual({ sub, userVerified: true });
    expect(await fixture.passkeys.list(fixture.domain, sub)).toMatchObject([{ sub }]);
    const again = fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, sub));
    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, again, sub)).toEqual({ sub, userVerified: true });
  });
});

describe('authenticationOptions', () => {
  it('requires user verification for the exact host and lists no credentials', async () => {
    await fixture.register();

    const options = await fixture.passkeys.authenticationOptions(fixture.domain, fixture.sub);

    expect(options).toEqual({ rpId: fixture.domain.name, challenge: expect.any(String), timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('keeps the number of pending challenges within the limit', async () => {
    await fixture.credentials.rows.query(
      `INSERT INTO passkey_challenge SELECT $1, decode(md5(n::text), 'hex'), 'authentication', NULL, now() - interval '1 second' FROM generate_series(1, 25) AS n`,
      [fixture.domain.id],
    );

    for (let n = 0; n < 3; n += 1) await fixture.passkeys.authenticationOptions(fixture.domain, null);

    expect(await fixture.count('passkey_challenge')).toBe(3);
  });
});

describe('passkeys', () => {
  it('stores and logs a passkey, which signs the user in', async () => {
    const made = await fixture.register();
    const signedIn = await fixture.signIn();

    expect(made).toMatchObject({
      sub: fixture.sub,
      name: 'Passkey',
      signCount: '0',
      transports: ['internal'],
      backupEligible: false,
      lastUsedAt: null,
    });
    expect(signedIn).toEqual({ sub: fixture.sub, userVerified: true });
    expect((await fixture.passkeys.list(fixture.domain, fixture.sub))[0]!.lastUsedAt).toEqual(expect.any(Date));
    const log = await fixture.credentials.rows.query('SELECT type, actor_type, actor_id, sub FROM log_entry WHERE domain_id = $1', [
      fixture.domain.id,
    ]);
    expect(log).toEqual([{ type: 'passkey.created', actor_type: 'user', actor_id: fixture.sub, sub: fixture.sub }]);
    expect(await fixture.count('passkey_challenge')).toBe(0);
  });

  it('accepts an answer to a challenge issued for its user', async () => {
    await fixture.register();

    const response = fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, fixture.sub));

    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, response)).toEqual({ sub: fixture.sub, userVerified: true });
  });

  it('updates the signature counter if the authenticator has one', async () => {
    await fixture.register();
    fixture.authenticator.signCount = 6;

    expect(await fixture.signIn()).not.toBeNull();
    expect(await fixture.signIn()).not.toBeNull();
    expect((await fixture.passkeys.list(fixture.domain, fixture.sub))[0]!.signCount).toBe('8');
  });

  it('accepts a backed-up passkey if it is backup eligible', async () => {
    fixture.authenticator = new SoftwareAuthenticator(fixture.domain.issuer, FLAGS.backupEligible);
    const made = await fixture.register();
    const options = await fixture.passkeys.authenticationOptions(fixture.domain, null);
    const flags = FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible | FLAGS.backedUp;

    const signedIn = await fixture.passkeys.verifyAuthentication(fixture.domain, fixture.authenticator.get(options, { flags }));

    expect(made).toMatchObject({ backupEligible: true, backedUp: false });
    expect(signedIn).not.toBeNull();
    expect((await fixture.passkeys.list(fixture.domain, fixture.sub))[0]!.backedUp).toBe(true);
  });

  it.each([
    [{ aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' }, undefined, '1Password'],
    [{ transports: ['usb', 'nfc'] }, undefined, 'Security key'],
    [{ transports: ['hybrid', 'internal', 'telepathy'] }, '  ', 'Passkey'],
    [{}, '\u202e My\u0000\nphone ', 'My phone'],
    [{}, 'x'.repeat(100), 'x'.repeat(64)],
  ])('names a passkey after the authenticator or its type, or as the user chooses: %j, %j', async (deviation, name, expected) => {
    const response = fixture.authenticator.create((await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!, deviation);

    const made = await fixture.passkeys.verifyRegistration(
      fixture.domain,
      fixture.sub,
      name === undefined ? { response } : { response, name },
    );

    expect(made!.name).toBe(expected);
  });

  it.each([
    [{ transports: ['internal'] }, ['Passkey (Firefox, Linux)', 'Passkey (Firefox, Linux) 2', 'Passkey (Firefox, Linux) 3']],
    [{ transports: ['hybrid', 'internal'] }, ['Passkey', 'Passkey 2', 'Passkey 3']],
    [{ aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' }, ['Bitwarden', 'Bitwarden 2', 'Bitwarden 3']],
  ])('gives each passkey of a user a unique name, even with concurrent registrations: %j', async (deviation, expected) => {
    const visitor = {
      requestId: null,
      acceptLanguage: undefined,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    const make = async () => {
      const response = new SoftwareAuthenticator(fixture.domain.issuer).create(
        (await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!,
        deviation,
      );
      return runInRequestContext(visitor, () => fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response }));
    };

    await Promise.all([make(), make(), make()]);

    expect((await fixture.passkeys.list(fixture.domain, fixture.sub)).map(({ name }) => name).toSorted()).toEqual(expected);
  });

  it('lets only the owner rename and remove a passkey', async () => {
    const [{ id }, other] = [(await fixture.register())!, await fixture.credentials.user(fixture.domain)];
    const elsewhere = await fixture.credentials.domain();

    const byOthers = [
      await fixture.passkeys.rename(fixture.domain, other, { id, name: 'Mine' }),
      await fixture.passkeys.rename(elsewhere, fixture.sub, { id, name: 'Mine' }),
      await fixture.passkeys.remove(fixture.domain, other, id),
      await fixture.passkeys.remove(elsewhere, fixture.sub, id),
      await fixture.passkeys.rename(fixture.domain, fixture.sub, { id, name: ' ' }),
    ];
    const renamed = await fixture.passkeys.rename(fixture.domain, fixture.sub, { id, name: 'Work laptop' });
    const named = (await fixture.passkeys.list(fixture.domain, fixture.sub)).map(({ name }) => name);
    const removed = await fixture.passkeys.remove(fixture.domain, fixture.sub, id);

    expect(byOthers).toEqual([false, false, false, false, false]);
    expect([renamed, named, removed]).toEqual([true, ['Work laptop'], true]);
    expect([await fixture.signIn(), await fixture.passkeys.remove(fixture.domain, fixture.sub, id)]).toEqual([null, false]);
    const log = await fixture.credentials.rows.query(`SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id`, [fixture.domain.id]);
    expect(log.map(({ type }) => type)).toEqual(['passkey.created', 'passkey.deleted']);
  });

  it('deletes passkeys with their user', async () => {
    await fixture.register();
    await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub);

    await fixture.credentials.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [fixture.domain.id, fixture.sub]);

    expect([await fixture.count('passkey'), await fixture.count('passkey_challenge')]).toEqual([0, 0]);
  });

  it('creates no passkey if all methods are removed during registration', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => fixture.credentials.user(fixture.domain)));
    const responses = await Promise.all(
      users.map(async (user) =>
        new SoftwareAuthenticator(fixture.domain.issuer).create((await fixture.passkeys.registrationOptions(fixture.domain, user))!),
      ),
    );
    const [changes, repository] = [fixture.credentials.get(CredentialChangeService), fixture.credentials.get(PasskeyRepository)];

    await Promise.all(
      users.flatMap((user, n) => [
        fixture.passkeys.verifyRegistration(fixture.domain, user, { response: responses[n] }),
        changes.transaction(fixture.domain, user, () => repository.deleteAll(fixture.domain.id, user)),
      ]),
    );

    expect(await fixture.count('passkey')).toBe(0);
  });

  it('limits a user to twenty passkeys, even with concurrent registrations', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, async () =>
        new SoftwareAuthenticator(fixture.domain.issuer).create((await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!),
      ),
    );

    const made = await Promise.all(
      responses.map((response) => fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })),
    );

    expect(made.filter(Boolean)).toHaveLength(20);
    expect(await fixture.count('passkey')).toBe(20);
  });
});
