import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FLAGS, SoftwareAuthenticator, type Deviation } from '../../../../test/support/software-authenticator.js';
import { FAULTS, faultAt } from '../../../../test/support/webauthn-faults.js';
import { CredentialsHarness } from '../authentication-method/credentials-harness.fixture.js';
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

type Response = ReturnType<SoftwareAuthenticator['get']>;

/** Flips one bit in a part of the response. */
function flipBit(text: string, at: number): string {
  const octets = Buffer.from(text, 'base64url');
  octets[at < 0 ? octets.length + at : at]! ^= 0x01;
  return octets.toString('base64url');
}

describe('rejects a sign-in if', () => {
  beforeEach(async () => {
    await register();
  });

  async function expectRefused(deviation: Deviation, change: (response: Response) => unknown = (response) => response) {
    const options = await passkeys.authenticationOptions(domain, null);
    expect(await passkeys.verifyAuthentication(domain, change(authenticator.get(options, faultAt(domain.name, deviation))))).toBeNull();
    expect((await passkeys.list(domain, sub))[0]!.lastUsedAt).toBeNull();
    // The original response succeeds, so the deviation caused the refusal.
    expect(await signIn()).toEqual({ sub, userVerified: true });
  }

  it.each<[string, Deviation]>([
    ...FAULTS,
    ['the client data type is webauthn.create', { clientData: { type: 'webauthn.create' } }],
    ['the user was not present', { flags: FLAGS.userVerified }],
    ['the user was not verified', { flags: FLAGS.userPresent }],
    ['the BE flag has changed since registration', { flags: FLAGS.userPresent | FLAGS.userVerified | FLAGS.backupEligible }],
    ['the BS flag is set without the BE flag', { flags: FLAGS.userPresent | FLAGS.userVerified | FLAGS.backedUp }],
    ['the user handle is missing', { userHandle: undefined }],
    ['the user handle is empty', { userHandle: '' }],
    ['the user handle belongs to another user', { userHandle: Buffer.from(UNKNOWN_SUB).toString('base64url') }],
    ['the credential is unknown', { credentialId: Buffer.alloc(32, 9) }],
  ])('%s', (_what, deviation) => expectRefused(deviation));

  it.each<[string, (response: Response) => unknown]>([
    ['the signature is wrong', (r) => ({ ...r, response: { ...r.response, signature: flipBit(r.response.signature, -1) } })],
    ['the signature is truncated', (r) => ({ ...r, response: { ...r.response, signature: r.response.signature.slice(0, 40) } })],
    ['the signature is not base64url', (r) => ({ ...r, response: { ...r.response, signature: '!' } })],
    ['the signature is missing', (r) => ({ ...r, response: { ...r.response, signature: undefined } })],
    [
      'the authenticator data was modified',
      (r) => ({ ...r, response: { ...r.response, authenticatorData: flipBit(r.response.authenticatorData, 36) } }),
    ],
    [
      'the client data was modified',
      (r) => ({
        ...r,
        response: {
          ...r.response,
          clientDataJSON: Buffer.from(`${Buffer.from(r.response.clientDataJSON, 'base64url').toString()} `).toString('base64url'),
        },
      }),
    ],
    ['the client data is not JSON', (r) => ({ ...r, response: { ...r.response, clientDataJSON: 'AAAA' } })],
    ['the client data is null', (r) => ({ ...r, response: { ...r.response, clientDataJSON: Buffer.from('null').toString('base64url') } })],
    ['id and rawId differ', (r) => ({ ...r, rawId: Buffer.alloc(32, 9).toString('base64url') })],
    ['the type is not public-key', (r) => ({ ...r, type: 'password' })],
    ['the id is missing', (r) => ({ ...r, id: undefined })],
    ['the response field is missing', (r) => ({ ...r, response: undefined })],
    ['it is a registration response', (r) => ({ ...r, response: { clientDataJSON: r.response.clientDataJSON, attestationObject: 'oA' } })],
    ['it is null', () => null],
  ])('%s', (_what, change) => expectRefused({}, change));

  it('the response is replayed', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));
    await passkeys.verifyAuthentication(domain, response);

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('fifty concurrent requests replay it', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));

    const signedIn = await Promise.all(Array.from({ length: 50 }, () => passkeys.verifyAuthentication(domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('the signature counter does not increase', async () => {
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

  it('two concurrent responses have the same counter', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () => authenticator.get(await passkeys.authenticationOptions(domain, null), { signCount: 7 })),
    );

    const signedIn = await Promise.all(responses.map((response) => passkeys.verifyAuthentication(domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('the challenge is older than five minutes', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, null));
    const [left] = await credentials.rows.query<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::integer AS seconds FROM passkey_challenge WHERE domain_id = $1',
      [domain.id],
    );
    await credentials.rows.query(`UPDATE passkey_challenge SET expires_at = expires_at - interval '5 minutes' WHERE domain_id = $1`, [
      domain.id,
    ]);

    expect(left!.seconds).toBeGreaterThan(290);
    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('the challenge was issued for another user', async () => {
    const response = authenticator.get(await passkeys.authenticationOptions(domain, await credentials.user(domain)));

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('the challenge was issued for a registration', async () => {
    const { challenge } = (await passkeys.registrationOptions(domain, sub))!;

    expect(await passkeys.verifyAuthentication(domain, authenticator.get({ challenge, rpId: domain.name }))).toBeNull();
  });

  it('the user is no longer active', async () => {
    await credentials.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [domain.id]);

    expect(await signIn()).toBeNull();
  });

  it('the public key belongs to another user of the domain', async () => {
    const other = await credentials.user(domain);
    const theirs = new SoftwareAuthenticator(domain.issuer);
    await register(theirs, other);
    const options = await passkeys.authenticationOptions(domain, null);

    const response = theirs.get(options, { credentialId: authenticator.credentialId, userHandle: authenticator.userHandle });

    expect(await passkeys.verifyAuthentication(domain, response)).toBeNull();
  });

  it('the passkey belongs to another domain, even with the same user, id and key', async () => {
    const elsewhere = await credentials.domain();
    await credentials.user(elsewhere, { sub });
    const options = await passkeys.authenticationOptions(elsewhere, null);

    expect(await passkeys.verifyAuthentication(elsewhere, authenticator.get(options))).toBeNull();

    await register(authenticator, sub, elsewhere).catch(() => null);
    const asked = await passkeys.authenticationOptions(domain, null);
    // A challenge of one domain is not valid in another.
    const there = new SoftwareAuthenticator(elsewhere.issuer);
    await register(there, sub, elsewhere);
    expect(await passkeys.verifyAuthentication(elsewhere, there.get({ ...asked, rpId: elsewhere.name }))).toBeNull();
  });
});
