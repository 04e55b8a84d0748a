import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasskeyRepository } from '@latchkey/persistence';
import { FLAGS, SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { CredentialChangeService } from '../authentication-method/credential-change.service.js';
import { CredentialsHarness } from '../authentication-method/credentials-harness.fixture.js';
import { runInRequestContext } from '../authentication-method/request-context.js';
import { PasskeyModule } from './passkey.module.js';
import { PasskeyService, type RelyingDomain } from './passkey.service.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

let credentials: CredentialsHarness;
let passkeys: PasskeyService;
let domain: RelyingDomain;
let sub: string;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  credentials = await CredentialsHarness.start(PasskeyModule);
  passkeys = credentials.get(PasskeyService);
});

beforeEach(async () => {
  domain = await credentials.domain();
  sub = await credentials.user(domain);
  authenticator = new SoftwareAuthenticator(domain.issuer);
});

afterAll(() => credentials.stop());

async function register(by = authenticator, whose = sub, where = domain) {
  const options = await passkeys.registrationOptions(where, whose);
  return passkeys.verifyRegistration(where, whose, { response: by.create(options!) });
}

async function signIn(by = authenticator, where = domain) {
  return passkeys.verifyAuthentication(where, by.get(await passkeys.authenticationOptions(where, null)));
}

function count(table: string): Promise<number> {
  return credentials.rows.count(table, `domain_id = '${domain.id}'`);
}

describe('registration options', () => {
  it('require a discoverable credential and user verification for the exact host, and exclude existing passkeys', async () => {
    await register();

    const options = await passkeys.registrationOptions(domain, sub);

    expect(options).toMatchObject({
      rp: { id: domain.name, name: domain.name },
      user: { id: Buffer.from(sub).toString('base64url'), name: expect.stringMatching(/^username-/) },
      pubKeyCredParams: [
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: authenticator.credentialId.toString('base64url'), type: 'public-key', transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    });
    expect(Buffer.from(options!.challenge, 'base64url')).toHaveLength(32);
  });

  it('show the display name of the domain', async () => {
    const branding = { name: 'Muster Bank', logoUrl: null, accentColor: null };

    const options = await passkeys.registrationOptions({ ...domain, branding }, sub);

    expect(options!.rp).toEqual({ id: domain.name, name: 'Muster Bank' });
  });

  it('are refused for inactive users, unknown users and users of another domain', async () => {
    const elsewhere = await credentials.domain();

    expect(await passkeys.registrationOptions(domain, await credentials.user(domain, { active: false }))).toBeNull();
    expect(await passkeys.registrationOptions(domain, UNKNOWN_SUB)).toBeNull();
    expect(await passkeys.registrationOptions(elsewhere, sub)).toBeNull();
  });
});

describe('authentication options', () => {
  it('require user verification for the exact host and list no credentials', async () => {
    await register();

    const options = await passkeys.authenticationOptions(domain, sub);

    expect(options).toEqual({ rpId: domain.name, challenge: expect.any(String), timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('keep the number of pending challenges within the limit', async () => {
    await credentials.rows.query(
      `INSERT INTO passkey_challenge SELECT $1, decode(md5(n::text), 'hex'), 'authentication', NULL, now() - interval '1 second' FROM generate_series(1, 25) AS n`,
      [domain.id],
    );

    for (let n = 0; n < 3; n += 1) await passkeys.authenticationOptions(domain, null);

    expect(await count('passkey_challenge')).toBe(3);
  });
});

describe('a passkey', () => {
  it('is stored, logged, and signs the user in', async () => {
    const made = await register();
    const signedIn = await signIn();

    expect(made).toMatchObject({ sub, name: 'Passkey', signCount: '0', transports: ['internal'], backupEligible: false, lastUsedAt: null });
    expect(signedIn).toEqual({ sub, userVerified: true });
    expect((await passkeys.list(domain, sub))[0]!.lastUsedAt).toEqual(expect.any(Date));
    const log = await credentials.rows.query('SELECT type, actor_type, actor_id, sub FROM log_entry WHERE domain_id = $1', [domain.id]);
    expect(log).toEqual([{ type: 'passkey.created', actor_type: 'user', actor_id: sub, sub }]);
    expect(await count('passkey_challenge')).toBe(0);
  });

  it('answers a challenge issued for its user', async () => {
    await register();

    const response = authenticator.get(await passkeys.authenticationOptions(domain, sub));

    expect(await passkeys.verifyAuthentication(domain, response)).toEqual({ sub, userVerified: true });
  });

  it('updates the signature counter if the authenticator has one', async () => {
    await register();
    authenticator.signCount = 6;

    expect(await signIn()).not.toBeNull();
    expect(await signIn()).not.toBeNull();
    expect((await passkeys.list(domain, sub))[0]!.signCount).toBe('8');
  });

  it('may become backed up if it is backup eligible', async () => {
    authenticator = new SoftwareAuthenticator(domain.issuer, FLAGS.backupEligible);
    const made = await register();
    const options = await passkeys.authenticationOptions(domain, null);
    const flags = FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible | FLAGS.backedUp;

    const signedIn = await passkeys.verifyAuthentication(domain, authenticator.get(options, { flags }));

    expect(made).toMatchObject({ backupEligible: true, backedUp: false });
    expect(signedIn).not.toBeNull();
    expect((await passkeys.list(domain, sub))[0]!.backedUp).toBe(true);
  });

  it.each([
    [{ aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' }, undefined, '1Password'],
    [{ transports: ['usb', 'nfc'] }, undefined, 'Security key'],
    [{ transports: ['hybrid', 'internal', 'telepathy'] }, '  ', 'Passkey'],
    [{}, '\u202e My\u0000\nphone ', 'My phone'],
    [{}, 'x'.repeat(100), 'x'.repeat(64)],
  ])('is named after the authenticator or its type, or as the user chooses: %j, %j', async (deviation, name, expected) => {
    const response = authenticator.create((await passkeys.registrationOptions(domain, sub))!, deviation);

    const made = await passkeys.verifyRegistration(domain, sub, name === undefined ? { response } : { response, name });

    expect(made!.name).toBe(expected);
  });

  it.each([
    [{ transports: ['internal'] }, ['Passkey (Firefox, Linux)', 'Passkey (Firefox, Linux) 2', 'Passkey (Firefox, Linux) 3']],
    [{ transports: ['hybrid', 'internal'] }, ['Passkey', 'Passkey 2', 'Passkey 3']],
    [{ aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' }, ['Bitwarden', 'Bitwarden 2', 'Bitwarden 3']],
  ])('has a unique name among the user’s passkeys, even with concurrent registrations: %j', async (deviation, expected) => {
    const visitor = {
      requestId: null,
      acceptLanguage: undefined,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    const make = async () => {
      const response = new SoftwareAuthenticator(domain.issuer).create((await passkeys.registrationOptions(domain, sub))!, deviation);
      return runInRequestContext(visitor, () => passkeys.verifyRegistration(domain, sub, { response }));
    };

    await Promise.all([make(), make(), make()]);

    expect((await passkeys.list(domain, sub)).map(({ name }) => name).toSorted()).toEqual(expected);
  });

  it('can be renamed and removed by its owner only', async () => {
    const [{ id }, other] = [(await register())!, await credentials.user(domain)];
    const elsewhere = await credentials.domain();

    const byOthers = [
      await passkeys.rename(domain, other, { id, name: 'Mine' }),
      await passkeys.rename(elsewhere, sub, { id, name: 'Mine' }),
      await passkeys.remove(domain, other, id),
      await passkeys.remove(elsewhere, sub, id),
      await passkeys.rename(domain, sub, { id, name: ' ' }),
    ];
    const renamed = await passkeys.rename(domain, sub, { id, name: 'Work laptop' });
    const named = (await passkeys.list(domain, sub)).map(({ name }) => name);
    const removed = await passkeys.remove(domain, sub, id);

    expect(byOthers).toEqual([false, false, false, false, false]);
    expect([renamed, named, removed]).toEqual([true, ['Work laptop'], true]);
    expect([await signIn(), await passkeys.remove(domain, sub, id)]).toEqual([null, false]);
    const log = await credentials.rows.query(`SELECT type FROM log_entry WHERE domain_id = $1 ORDER BY id`, [domain.id]);
    expect(log.map(({ type }) => type)).toEqual(['passkey.created', 'passkey.deleted']);
  });

  it('is deleted with its user', async () => {
    await register();
    await passkeys.registrationOptions(domain, sub);

    await credentials.rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domain.id, sub]);

    expect([await count('passkey'), await count('passkey_challenge')]).toEqual([0, 0]);
  });

  it('is not created if all methods are removed during registration', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => credentials.user(domain)));
    const responses = await Promise.all(
      users.map(async (user) => new SoftwareAuthenticator(domain.issuer).create((await passkeys.registrationOptions(domain, user))!)),
    );
    const [changes, repository] = [credentials.get(CredentialChangeService), credentials.get(PasskeyRepository)];

    await Promise.all(
      users.flatMap((user, n) => [
        passkeys.verifyRegistration(domain, user, { response: responses[n] }),
        changes.transaction(domain, user, () => repository.deleteAll(domain.id, user)),
      ]),
    );

    expect(await count('passkey')).toBe(0);
  });

  it('counts towards a limit of twenty, even with concurrent registrations', async () => {
    const responses = await Promise.all(
      Array.from({ length: 25 }, async () =>
        new SoftwareAuthenticator(domain.issuer).create((await passkeys.registrationOptions(domain, sub))!),
      ),
    );

    const made = await Promise.all(responses.map((response) => passkeys.verifyRegistration(domain, sub, { response })));

    expect(made.filter(Boolean)).toHaveLength(20);
    expect(await count('passkey')).toBe(20);
  });
});
