import { describe, expect, it } from '@jest/globals';
import { PasskeyRepository } from '@latchkey/persistence';
import { FLAGS, SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { CredentialChangeService } from '../authentication-method/credential-change.service.js';
import { runInRequestContext } from '../authentication-method/request-context.js';
import { usePasskeySuite } from './passkey-suite.fixture.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

const suite = usePasskeySuite();

describe('registrationOptions', () => {
  it('requires a discoverable credential and user verification for the exact host, and excludes existing passkeys', async () => {
    await suite.register();

    const options = await suite.passkeys.registrationOptions(suite.domain, suite.sub);

    expect(options).toMatchObject({
      rp: { id: suite.domain.name, name: suite.domain.name },
      user: { id: Buffer.from(suite.sub).toString('base64url'), name: expect.stringMatching(/^username-/) },
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: suite.authenticator.credentialId.toString('base64url'), type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    expect(Buffer.from(options!.challenge, 'base64url')).toHaveLength(32);
  });

  it('shows the display name of the domain', async () => {
    const branding = { name: 'Muster Bank', logoUrl: null, accentColor: null, supportUri: null };

    const options = await suite.passkeys.registrationOptions({ ...suite.domain, branding }, suite.sub);

    expect(options!.rp).toEqual({ id: suite.domain.name, name: 'Muster Bank' });
  });

  it('returns no options for inactive users, unknown users and users of another domain', async () => {
    const elsewhere = await suite.credentials.domain();

    expect(
      await suite.passkeys.registrationOptions(suite.domain, await suite.credentials.user(suite.domain, { active: false })),
    ).toBeNull();
    expect(await suite.passkeys.registrationOptions(suite.domain, UNKNOWN_SUB)).toBeNull();
    expect(await suite.passkeys.registrationOptions(elsewhere, suite.sub)).toBeNull();
  });
});

describe('authenticationOptions', () => {
  it('requires user verification for the exact host and lists no credentials', async () => {
    await suite.register();

    const options = await suite.passkeys.authenticationOptions(suite.domain, suite.sub);

    expect(options).toEqual({ rpId: suite.domain.name, challenge: expect.any(String), timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('keeps the number of pending challenges within the limit', async () => {
    await suite.credentials.rows.query(
      `INSERT INTO passkey_challenge SELECT $1, decode(md5(n::text), 'hex'), 'authentication', NULL, now() - interval '1 second' FROM generate_series(1, 25) AS n`,
      [suite.domain.id],
    );

    for (let n = 0; n < 3; n += 1) await suite.passkeys.authenticationOptions(suite.domain, null);

    expect(await suite.count('passkey_challenge')).toBe(3);
  });
});

describe('passkeys', () => {
  it('stores and logs a passkey, which signs the user in', async () => {
    const made = await suite.register();
    const signedIn = await suite.signIn();

    expect(made).toMatchObject({
      sub: suite.sub,
      name: 'Passkey',
      signCount: '0',
      transports: ['internal'],
      backupEligible: false,
      lastUsedAt: null,
    });
    expect(signedIn).toEqual({ sub: suite.sub, userVerified: true });
    expect((await suite.passkeys.list(suite.domain, suite.sub))[0]!.lastUsedAt).toEqual(expect.any(Date));
    const log = await suite.credentials.rows.query('SELECT type, actor_type, actor_id, sub FROM log_entry WHERE domain_id = $1', [
      suite.domain.id,
    ]);
    expect(log).toEqual([{ type: 'passkey.created', actor_type: 'user', actor_id: suite.sub, sub: suite.sub }]);
    expect(await suite.count('passkey_challenge')).toBe(0);
  });

  it('accepts an answer to a challenge issued for its user', async () => {
    await suite.register();

    const response = suite.authenticator.get(await suite.passkeys.authenticationOptions(suite.domain, suite.sub));

    expect(await suite.passkeys.verifyAuthentication(suite.domain, response)).toEqual({ sub: suite.sub, userVerified: true });
  });

  it('updates the signature counter if the authenticator has one', async () => {
    await suite.register();
    suite.authenticator.signCount = 6;

    expect(await suite.signIn()).not.toBeNull();
    expect(await suite.signIn()).not.toBeNull();
    expect((await suite.passkeys.list(suite.domain, suite.sub))[0]!.signCount).toBe('8');
  });

  it('accepts a backed-up passkey if it is backup eligible', async () => {
    suite.authenticator = new SoftwareAuthenticator(suite.domain.issuer, FLAGS.backupEligible);
    const made = await suite.register();
    const options = await suite.passkeys.authenticationOptions(suite.domain, null);
    const flags = FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible | FLAGS.backedUp;

    const signedIn = await suite.passkeys.verifyAuthentication(suite.domain, suite.authenticator.get(options, { flags }));

    expect(made).toMatchObject({ backupEligible: true, backedUp: false });
    expect(signedIn).not.toBeNull();
    expect((await suite.passkeys.list(suite.domain, suite.sub))[0]!.backedUp).toBe(true);
  });

  it.each([
    [{ aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' }, undefined, '1Password'],
    [{ transports: ['usb', 'nfc'] }, undefined, 'Security key'],
    [{ transports: ['hybrid', 'internal', 'telepathy'] }, '  ', 'Passkey'],
    [{}, '\u202e My\u0000\nphone ', 'My phone'],
    [{}, 'x'.repeat(100), 'x'.repeat(64)],
  ])('names a passkey after the authenticator or its type, or as the user chooses: %j, %j', async (deviation, name, expected) => {
    const response = suite.authenticator.create((await suite.passkeys.registrationOptions(suite.domain, suite.sub))!, deviation);

    const made = await suite.passkeys.verifyRegistration(suite.domain, suite.sub, name === undefined ? { response } : { response, name });

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
      const response = new SoftwareAuthenticator(suite.domain.issuer).create(
        (await suite.passkeys.registrationOptions(suite.domain, suite.sub))!,
        deviation,
      );
      return runInRequestContext(visitor, () => suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response }));
    };

    await Promise.all([make(), make(), make()]);

    expect((await suite.passkeys.list(suite.domain, suite.sub)).map(({ name }) => name).toSorted()).toEqual(expected);
  });

  it('lets only the owner rename and remove a passkey', async () => {
    const [{ id }, other] = [(await suite.register())!, await suite.credentials.user(suite.domain)];
    const elsewhere = await suite.credentials.domain();

    const byOthers = [
      await suite.passkeys.rename(suite.domain, other, { id, name: 'Mine' }),
      await suite.passkeys.rename(elsewhere, suite.sub, { id, name: 'Mine' }),
      await suite.passkeys.remove(suite.domain, other, id),
      await suite.passkeys.remove(elsewhere, suite.sub, id),
      await suite.passkeys.rename(suite.domain, suite.sub, { id, name: ' ' }),
    ];
    const renamed = await suite.passkeys.rename(suite.domain, suite.sub, { id, name: 'Work laptop' });
    const named = (await suite.passkeys.list(suite.domain, suite.sub)).map(({ name }) => name);
    const removed = await suite.passkeys.remove(suite.domain, suite.sub, id);

    expect(byOthers).toEqual([false, false, false, false, false]);
    expect([renamed, named, removed]).toEqual([true, ['Work laptop'], true]);
    expect([await suite.signIn(), await suite.passkeys.remove(suite.domain, suite.sub, id)]).toEqual([null, false]);
    const log = await suite.credentials.rows.query(`SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id`, [suite.domain.id]);
    expect(log.map(({ type }) => type)).toEqual(['passkey.created', 'passkey.deleted']);
  });

  it('deletes passkeys with their user', async () => {
    await suite.register();
    await suite.passkeys.registrationOptions(suite.domain, suite.sub);

    await suite.credentials.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [suite.domain.id, suite.sub]);

    expect([await suite.count('passkey'), await suite.count('passkey_challenge')]).toEqual([0, 0]);
  });

  it('creates no passkey if all methods are removed during registration', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => suite.credentials.user(suite.domain)));
    const responses = await Promise.all(
      users.map(async (user) =>
        new SoftwareAuthenticator(suite.domain.issuer).create((await suite.passkeys.registrationOptions(suite.domain, user))!),
      ),
    );
    const [changes, repository] = [suite.credentials.get(CredentialChangeService), suite.credentials.get(PasskeyRepository)];

    await Promise.all(
      users.flatMap((user, n) => [
        suite.passkeys.verifyRegistration(suite.domain, user, { response: responses[n] }),
        changes.transaction(suite.domain, user, () => repository.deleteAll(suite.domain.id, user)),
      ]),
    );

    expect(await suite.count('passkey')).toBe(0);
  });

  it('limits a user to twenty passkeys, even with concurrent registrations', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, async () =>
        new SoftwareAuthenticator(suite.domain.issuer).create((await suite.passkeys.registrationOptions(suite.domain, suite.sub))!),
      ),
    );

    const made = await Promise.all(responses.map((response) => suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })));

    expect(made.filter(Boolean)).toHaveLength(20);
    expect(await suite.count('passkey')).toBe(20);
  });
});
