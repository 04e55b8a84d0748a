import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PersistenceModule } from '@latchkey/persistence';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { Rows } from '../../../../test/support/rows.js';
import { FLAGS, SoftwareAuthenticator } from '../../../../test/support/software-authenticator.js';
import { PasskeyModule } from './passkey.module.js';
import { Passkeys, type RelyingDomain } from './passkeys.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let test: TestDatabase;
let rows: Rows;
let context: INestApplicationContext;
let passkeys: Passkeys;
let domain: RelyingDomain;
let sub: string;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  test = await createTestDatabase();
  rows = new Rows(test.url);
  @Module({
    imports: [
      PersistenceModule.forRoot({ url: test.url, poolSize: 10, statementTimeout: 5_000, queryTimeout: 5_000, onWait: () => undefined }),
      PasskeyModule,
    ],
  })
  class App {}
  context = await NestFactory.createApplicationContext(App, { logger: false });
  passkeys = context.get(Passkeys, { strict: false });
});

beforeEach(async () => {
  domain = await aDomain();
  sub = await aUser(domain);
  authenticator = new SoftwareAuthenticator(domain.issuer);
});

afterAll(async () => {
  await context.close();
  await rows.end();
  await test.drop();
});

async function aDomain(): Promise<RelyingDomain> {
  const name = `d${Math.random().toString(36).slice(2)}.example.com`;
  return { id: await rows.domain({ name }), name, issuer: `https://${name}` };
}

async function aUser({ id }: RelyingDomain, values: Record<string, unknown> = {}): Promise<string> {
  return (await rows.insert<{ sub: string }>('end_user', { domain_id: id, ...values })).sub;
}

async function register(by = authenticator, whose = sub, where = domain) {
  const options = await passkeys.registrationOptions(where, whose);
  return passkeys.verifyRegistration(where, whose, { response: by.create(options!) });
}

async function signIn(by = authenticator, where = domain) {
  return passkeys.verifyAuthentication(where, by.get(await passkeys.authenticationOptions(where, null)));
}

function count(table: string): Promise<number> {
  return rows.count(table, `domain_id = '${domain.id}'`);
}

describe('the options of a registration', () => {
  it('ask for a discoverable, verifying passkey for the exact host, and exclude those that there are', async () => {
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

  it('are not for those who are inactive, unknown, or of another domain', async () => {
    const elsewhere = await aDomain();

    expect(await passkeys.registrationOptions(domain, await aUser(domain, { active: false }))).toBeNull();
    expect(await passkeys.registrationOptions(domain, NOBODY)).toBeNull();
    expect(await passkeys.registrationOptions(elsewhere, sub)).toBeNull();
  });
});

describe('the options of a sign-in', () => {
  it('ask for verification and name the exact host, and nobody', async () => {
    await register();

    const options = await passkeys.authenticationOptions(domain, sub);

    expect(options).toEqual({ rpId: domain.name, challenge: expect.any(String), timeout: 300_000, userVerification: 'required' });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
  });

  it('leave no more challenges behind than are under way', async () => {
    await rows.query(
      `INSERT INTO passkey_challenge SELECT $1, decode(md5(n::text), 'hex'), 'authentication', NULL, now() - interval '1 second' FROM generate_series(1, 25) AS n`,
      [domain.id],
    );

    for (let n = 0; n < 3; n += 1) await passkeys.authenticationOptions(domain, null);

    expect(await count('passkey_challenge')).toBe(3);
  });
});

describe('a passkey', () => {
  it('is kept, logged, and signs its user in', async () => {
    const made = await register();
    const signedIn = await signIn();

    expect(made).toMatchObject({ sub, name: 'Passkey', signCount: '0', transports: ['internal'], backupEligible: false, lastUsedAt: null });
    expect(signedIn).toEqual({ sub, userVerified: true });
    expect((await passkeys.list(domain, sub))[0]!.lastUsedAt).toEqual(expect.any(Date));
    const log = await rows.query('SELECT operation, actor_type, actor_id, sub FROM log_entry WHERE domain_id = $1', [domain.id]);
    expect(log).toEqual([{ operation: 'passkey.create', actor_type: 'user', actor_id: sub, sub }]);
    expect(await count('passkey_challenge')).toBe(0);
  });

  it('answers a sign-in that is meant for its user', async () => {
    await register();

    const response = authenticator.get(await passkeys.authenticationOptions(domain, sub));

    expect(await passkeys.verifyAuthentication(domain, response)).toEqual({ sub, userVerified: true });
  });

  it('counts on, where it counts at all', async () => {
    await register();
    authenticator.signCount = 6;

    expect(await signIn()).not.toBeNull();
    expect(await signIn()).not.toBeNull();
    expect((await passkeys.list(domain, sub))[0]!.signCount).toBe('8');
  });

  it('may be backed up later, if it was made to be', async () => {
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
  ])('is named after its maker, its kind, or as its owner wants: %j, %j', async (deviation, name, expected) => {
    const response = authenticator.create((await passkeys.registrationOptions(domain, sub))!, deviation);

    const made = await passkeys.verifyRegistration(domain, sub, name === undefined ? { response } : { response, name });

    expect(made!.name).toBe(expected);
  });

  it('is renamed and removed by its owner, and by nobody else', async () => {
    const [{ id }, other] = [(await register())!, await aUser(domain)];
    const elsewhere = await aDomain();

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
    const log = await rows.query(`SELECT operation FROM log_entry WHERE domain_id = $1 ORDER BY id`, [domain.id]);
    expect(log.map(({ operation }) => operation)).toEqual(['passkey.create', 'passkey.delete']);
  });

  it('goes with its user', async () => {
    await register();
    await passkeys.registrationOptions(domain, sub);

    await rows.query('DELETE FROM end_user WHERE domain_id = $1 AND sub = $2', [domain.id, sub]);

    expect([await count('passkey'), await count('passkey_challenge')]).toEqual([0, 0]);
  });

  it('is one of twenty at most, however many are made at once', async () => {
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

type Response<Ceremony extends 'create' | 'get'> = ReturnType<SoftwareAuthenticator[Ceremony]>;
type Deviation = Parameters<SoftwareAuthenticator['get']>[1];

/** Changes one octet of a part of the response. */
function flipped(text: string, at: number): string {
  const octets = Buffer.from(text, 'base64url');
  octets[at < 0 ? octets.length + at : at]! ^= 0x01;
  return octets.toString('base64url');
}

/** What both ceremonies refuse, each time by one thing that is wrong. */
const WRONG: [string, Deviation][] = [
  ['the challenge is another', { clientData: { challenge: Buffer.alloc(32, 1).toString('base64url') } }],
  ['the challenge is short', { clientData: { challenge: 'AAAA' } }],
  ['the challenge is empty', { clientData: { challenge: '' } }],
  ['there is no challenge', { clientData: { challenge: undefined } }],
  ['the challenge is no string', { clientData: { challenge: 7 } }],
  ['there is no type', { clientData: { type: undefined } }],
  ['the type is that of a payment', { clientData: { type: 'payment.get' } }],
  ['there is no origin', { clientData: { origin: undefined } }],
  ['the origin is another', { clientData: { origin: 'https://evil.example' } }],
  ['the origin is that of a host below', { clientData: { origin: 'https://below.OURS' } }],
  ['the origin has a port', { clientData: { origin: 'https://OURS:8443' } }],
  ['the origin is not secure', { clientData: { origin: 'http://OURS' } }],
  ['the origin has a slash', { clientData: { origin: 'https://OURS/' } }],
  ['it was asked for in a frame of another origin', { clientData: { crossOrigin: true } }],
  ['crossOrigin is no boolean', { clientData: { crossOrigin: 'yes' } }],
  ['a page above is named', { clientData: { topOrigin: 'https://evil.example' } }],
  ['a page above is named, with crossOrigin', { clientData: { crossOrigin: true, topOrigin: 'https://OURS' } }],
  ['the token binding is none', { clientData: { tokenBinding: { status: 'sure' } } }],
  ['the relying party is another', { rpId: 'evil.example' }],
  ['the relying party is the zone above', { rpId: 'example.com' }],
  ['the counter is cut off', { authenticatorData: (data) => data.subarray(0, 35) }],
  ['octets are left over', { authenticatorData: (data) => Buffer.concat([data, Buffer.alloc(3)]) }],
  ['extensions are announced that are not there', { authenticatorData: (data) => set(data, data[32]! | FLAGS.extensions) }],
];

function set(data: Buffer, flags: number): Buffer {
  const changed = Buffer.from(data);
  changed[32] = flags;
  return changed;
}

/** The same with the name of the domain in it. */
function here(deviation: Deviation): Deviation {
  const clientData = deviation?.clientData;
  if (!clientData) return deviation;
  const entries = Object.entries(clientData).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace('OURS', domain.name) : value,
  ]);
  return { ...deviation, clientData: Object.fromEntries(entries) as Record<string, unknown> };
}

describe('a sign-in is refused if', () => {
  beforeEach(async () => {
    await register();
  });

  async function expectRefused(deviation: Deviation, change: (response: Response<'get'>) => unknown = (response) => response) {
    const options = await passkeys.authenticationOptions(domain, null);
    expect(await passkeys.verifyAuthentication(domain, change(authenticator.get(options, here(deviation))))).toBeNull();
    expect((await passkeys.list(domain, sub))[0]!.lastUsedAt).toBeNull();
    // It is the deviation, and not the test, that was refused.
    expect(await signIn()).toEqual({ sub, userVerified: true });
  }

  it.each<[string, Deviation]>([
    ...WRONG,
    ['the type is that of a registration', { clientData: { type: 'webauthn.create' } }],
    ['nobody was present', { flags: FLAGS.userVerified }],
    ['nobody was verified', { flags: FLAGS.userPresent }],
    ['it may be backed up, and might not be before', { flags: FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible }],
    ['it is backed up, and must not be', { flags: FLAGS.userPresent | FLAGS.userVerified | FLAGS.backedUp }],
    ['there is no user handle', { userHandle: undefined }],
    ['the user handle is empty', { userHandle: '' }],
    ['the user handle is that of somebody else', { userHandle: Buffer.from(NOBODY).toString('base64url') }],
    ['the credential is unknown', { credentialId: Buffer.alloc(32, 9) }],
  ])('%s', (_what, deviation) => expectRefused(deviation));

  it.each<[string, (response: Response<'get'>) => unknown]>([
    ['the signature is another', (r) => ({ ...r, response: { ...r.response, signature: flipped(r.response.signature, -1) } })],
    ['the signature is cut off', (r) => ({ ...r, response: { ...r.response, signature: r.response.signature.slice(0, 40) } })],
    ['the signature is none', (r) => ({ ...r, response: { ...r.response, signature: '!' } })],
    ['there is no signature', (r) => ({ ...r, response: { ...r.response, signature: undefined } })],
    [
      'the authenticator data are not those that were signed',
      (r) => ({ ...r, response: { ...r.response, authenticatorData: flipped(r.response.authenticatorData, 36) } }),
    ],
    [
      'the client data are not those that were signed',
      (r) => ({
        ...r,
        response: {
          ...r.response,
          clientDataJSON: Buffer.from(`${Buffer.from(r.response.clientDataJSON, 'base64url').toString()} `).toString('base64url'),
        },
      }),
    ],
    ['the client data are no JSON', (r) => ({ ...r, response: { ...r.response, clientDataJSON: 'AAAA' } })],
    ['the client data are null', (r) => ({ ...r, response: { ...r.response, clientDataJSON: Buffer.from('null').toString('base64url') } })],
    ['the two ids differ', (r) => ({ ...r, rawId: Buffer.alloc(32, 9).toString('base64url') })],
    ['the type is no public key', (r) => ({ ...r, type: 'password' })],
    ['there is no id', (r) => ({ ...r, id: undefined })],
    ['there is no response', (r) => ({ ...r, response: undefined })],
    [
      'it is the response of a registration',
      (r) => ({ ...r, response: { clientDataJSON: r.response.clientDataJSON, attestationObject: 'oA' } }),
    ],
    ['it is nothing', () => null],
  ])('%s', (_what, change) => expectRefused({}, change));

  it('it is sent again', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));
    await passkeys.verifyAuthentication(domain, response);

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('it is sent again by any of fifty at once', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));

    const signedIn = await Promise.all(Array.from({ length: 50 }, () => passkeys.verifyAuthentication(domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('the counter stands still, or falls', async () => {
    for (const [signCount, succeeds] of [
      [5, true],
      [5, false],
      [4, false],
      [0, false],
      [6, true],
    ] as const) {
      const options = await passkeys.authenticationOptions(domain, null);
      expect((await passkeys.verifyAuthentication(domain, authenticator.get(options, { signCount }))) !== null).toBe(succeeds);
    }
  });

  it('the counter was counted by two at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => authenticator.get(await passkeys.authenticationOptions(domain, null), { signCount: 7 })),
    );

    const signedIn = await Promise.all(responses.map((response) => passkeys.verifyAuthentication(domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('five minutes have passed', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));
    const [left] = await rows.query<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::integer AS seconds FROM passkey_challenge WHERE domain_id = $1',
      [domain.id],
    );
    await rows.query(`UPDATE passkey_challenge SET expires_at = expires_at - interval '5 minutes' WHERE domain_id = $1`, [domain.id]);

    expect(left!.seconds).toBeGreaterThan(290);
    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('it was meant for somebody else', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, await aUser(domain)));

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('the challenge is that of a registration', async () => {
    const { challenge } = (await passkeys.registrationOptions(domain, sub))!;

    expect(await passkeys.verifyAuthentication(domain, authenticator.get({ challenge, rpId: domain.name }))).toBeNull();
  });

  it('the user is not active any more', async () => {
    await rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [domain.id]);

    expect(await signIn()).toBeNull();
  });

  it('the key is that of another user of the domain', async () => {
    const other = await aUser(domain);
    const theirs = new SoftwareAuthenticator(domain.issuer);
    await register(theirs, other);
    const options = await passkeys.authenticationOptions(domain, null);

    const response = theirs.get(options, { credentialId: authenticator.credentialId, userHandle: authenticator.userHandle });

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('the passkey is that of another domain, though user, id and key be the same', async () => {
    const elsewhere = await aDomain();
    await aUser(elsewhere, { sub });
    const options = await passkeys.authenticationOptions(elsewhere, null);

    expect(await passkeys.verifyAuthentication(elsewhere, authenticator.get(options))).toBeNull();

    await register(authenticator, sub, elsewhere).catch(() => null);
    const asked = await passkeys.authenticationOptions(domain, null);
    // The challenge of one domain is no challenge of another.
    const there = new SoftwareAuthenticator(elsewhere.issuer);
    await register(there, sub, elsewhere);
    expect(await passkeys.verifyAuthentication(elsewhere, there.get({ ...asked, rpId: elsewhere.name }))).toBeNull();
  });
});

describe('a registration is refused if', () => {
  async function expectRefused(deviation: Deviation, change: (response: Response<'create'>) => unknown = (response) => response) {
    const options = (await passkeys.registrationOptions(domain, sub))!;
    const response = change(authenticator.create(options, here(deviation)));
    expect(await passkeys.verifyRegistration(domain, sub, { response })).toBeNull();
    expect([await count('passkey'), await count('log_entry')]).toEqual([0, 0]);
    expect(await register()).not.toBeNull();
  }

  const { userPresent, userVerified, attested, backedUp } = FLAGS;

  it.each<[string, Deviation]>([
    ...WRONG,
    ['the type is that of a sign-in', { clientData: { type: 'webauthn.get' } }],
    ['nobody was present', { flags: userVerified | attested }],
    ['nobody was verified', { flags: userPresent | attested }],
    ['no credential was made', { flags: userPresent | userVerified }],
    ['it is backed up, and must not be', { flags: userPresent | userVerified | attested | backedUp }],
    ['the algorithm is one that was not offered', { coseKey: (key) => key.set(3, -35) }],
    ['the algorithm is none', { coseKey: (key) => key.delete(3) }],
    ['the credential id is longer than 1,023 octets', { credentialId: Buffer.alloc(1_024, 1) }],
    ['the credential id is empty', { credentialId: Buffer.alloc(0) }],
    ['the attestation format is unknown', { attestation: (object) => object.set('fmt', 'trust-me') }],
    ['the statement of no attestation is not empty', { attestation: (object) => object.set('attStmt', new Map([['x', 1]])) }],
    [
      'the attestation is signed by nobody',
      {
        attestation: (object) =>
          object.set('fmt', 'packed').set(
            'attStmt',
            new Map<string, unknown>([
              ['alg', -7],
              ['sig', new Uint8Array(70)],
            ]),
          ),
      },
    ],
  ])('%s', (_what, deviation) => expectRefused(deviation));

  it.each<[string, (response: Response<'create'>) => unknown]>([
    ['the id is not that of the credential', (r) => ({ ...r, id: 'AAAA', rawId: 'AAAA' })],
    ['the two ids differ', (r) => ({ ...r, rawId: 'AAAA' })],
    ['the type is no public key', (r) => ({ ...r, type: 'password' })],
    ['the attestation object is no CBOR', (r) => ({ ...r, response: { ...r.response, attestationObject: '____' } })],
    ['there is no attestation object', (r) => ({ ...r, response: { ...r.response, attestationObject: undefined } })],
    ['there is no response', (r) => ({ ...r, response: null })],
    ['it is a string', () => 'passkey'],
  ])('%s', (_what, change) => expectRefused({}, change));

  it('it is sent again, by any of fifty at once', async () => {
    const response = authenticator.create((await passkeys.registrationOptions(domain, sub))!);

    const made = await Promise.all(Array.from({ length: 50 }, () => passkeys.verifyRegistration(domain, sub, { response })));

    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await passkeys.verifyRegistration(domain, sub, { response })).toBeNull();
  });

  it('the credential is one of the domain already, whoever has it', async () => {
    const other = await aUser(domain);
    await register();

    expect(await register(authenticator, other)).toBeNull();
    expect(await register()).toBeNull();
    expect(await count('passkey')).toBe(1);
  });

  it('the challenge was given to somebody else, or for a sign-in, or elsewhere', async () => {
    const [other, elsewhere] = [await aUser(domain), await aDomain()];
    await aUser(elsewhere, { sub });
    const options = (await passkeys.registrationOptions(domain, sub))!;
    const theirs = (await passkeys.registrationOptions(domain, other))!;
    const { challenge } = await passkeys.authenticationOptions(domain, sub);

    expect(await passkeys.verifyRegistration(elsewhere, sub, { response: authenticator.create(options) })).toBeNull();
    expect(await passkeys.verifyRegistration(domain, sub, { response: authenticator.create({ ...options, challenge }) })).toBeNull();
    expect(await passkeys.verifyRegistration(domain, sub, { response: authenticator.create(theirs) })).toBeNull();
    expect(await count('passkey')).toBe(0);
  });

  it('the user was made inactive meanwhile', async () => {
    const response = authenticator.create((await passkeys.registrationOptions(domain, sub))!);
    await rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [domain.id]);

    expect(await passkeys.verifyRegistration(domain, sub, { response })).toBeNull();
  });

  it('the domain is being deleted: no challenge comes to be', async () => {
    await rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [domain.id]);

    const response = authenticator.create((await passkeys.registrationOptions(domain, sub))!);

    expect(await passkeys.verifyRegistration(domain, sub, { response })).toBeNull();
    expect(await count('passkey_challenge')).toBe(0);
  });
});
