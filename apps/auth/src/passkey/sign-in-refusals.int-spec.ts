import { beforeEach, describe, expect, it } from '@jest/globals';
import { FLAGS, SoftwareAuthenticator, type Deviation } from '../../../../test/support/software-authenticator.js';
import { FAULTS, faultAt } from '../../../../test/support/webauthn-faults.js';
import { usePasskeySuite } from './passkey-suite.fixture.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

const suite = usePasskeySuite();

type Response = ReturnType<SoftwareAuthenticator['get']>;

/** Flips one bit in a part of the response. */
function flipBit(text: string, at: number): string {
  const octets = Buffer.from(text, 'base64url');
  octets[at < 0 ? octets.length + at : at]! ^= 0x01;
  return octets.toString('base64url');
}

describe('rejected passkey sign-ins', () => {
  beforeEach(async () => {
    await suite.register();
  });

  async function expectRefused(deviation: Deviation, change: (response: Response) => unknown = (response) => response) {
    const options = await suite.passkeys.authenticationOptions(suite.domain, null);
    expect(
      await suite.passkeys.verifyAuthentication(
        suite.domain,
        change(suite.authenticator.get(options, faultAt(suite.domain.name, deviation))),
      ),
    ).toBeNull();
    expect((await suite.passkeys.list(suite.domain, suite.sub))[0]!.lastUsedAt).toBeNull();
    // The original response succeeds, so the deviation caused the refusal.
    expect(await suite.signIn()).toEqual({ sub: suite.sub, userVerified: true });
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
  ])('rejects a sign-in if %s', (_what, deviation) => expectRefused(deviation));

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
  ])('rejects a sign-in if %s', (_what, change) => expectRefused({}, change));

  it('rejects a replayed response', async () => {
    const response = suite.authenticator.get(await suite.passkeys.authenticationOptions(suite.domain, null));
    await suite.passkeys.verifyAuthentication(suite.domain, response);

    expect(await suite.passkeys.verifyAuthentication(suite.domain, response)).toBeNull();
  });

  it('accepts one of fifty concurrent replays', async () => {
    const response = suite.authenticator.get(await suite.passkeys.authenticationOptions(suite.domain, null));

    const signedIn = await Promise.all(Array.from({ length: 50 }, () => suite.passkeys.verifyAuthentication(suite.domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('rejects a signature counter that does not increase', async () => {
    for (const [signCount, succeeds] of [
      [5, true],
      [5, false],
      [4, false],
      [0, false],
      [6, true],
    ] as const) {
      const options = await suite.passkeys.authenticationOptions(suite.domain, null);
      expect((await suite.passkeys.verifyAuthentication(suite.domain, suite.authenticator.get(options, { signCount }))) !== null).toBe(
        succeeds,
      );
    }
  });

  it('accepts only one of concurrent responses with the same counter', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () =>
        suite.authenticator.get(await suite.passkeys.authenticationOptions(suite.domain, null), { signCount: 7 }),
      ),
    );

    const signedIn = await Promise.all(responses.map((response) => suite.passkeys.verifyAuthentication(suite.domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('rejects a challenge older than five minutes', async () => {
    const response = suite.authenticator.get(await suite.passkeys.authenticationOptions(suite.domain, null));
    const [left] = await suite.credentials.rows.query<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::integer AS seconds FROM passkey_challenge WHERE domain_id = $1',
      [suite.domain.id],
    );
    await suite.credentials.rows.query(`UPDATE passkey_challenge SET expires_at = expires_at - interval '5 minutes' WHERE domain_id = $1`, [
      suite.domain.id,
    ]);

    expect(left!.seconds).toBeGreaterThan(290);
    expect(await suite.passkeys.verifyAuthentication(suite.domain, response)).toBeNull();
  });

  it('rejects a challenge issued for another user', async () => {
    const response = suite.authenticator.get(
      await suite.passkeys.authenticationOptions(suite.domain, await suite.credentials.user(suite.domain)),
    );

    expect(await suite.passkeys.verifyAuthentication(suite.domain, response)).toBeNull();
  });

  it('rejects a challenge issued for a registration', async () => {
    const { challenge } = (await suite.passkeys.registrationOptions(suite.domain, suite.sub))!;

    expect(
      await suite.passkeys.verifyAuthentication(suite.domain, suite.authenticator.get({ challenge, rpId: suite.domain.name })),
    ).toBeNull();
  });

  it('rejects a user who is no longer active', async () => {
    await suite.credentials.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [suite.domain.id]);

    expect(await suite.signIn()).toBeNull();
  });

  it('rejects a public key that belongs to another user of the domain', async () => {
    const other = await suite.credentials.user(suite.domain);
    const theirs = new SoftwareAuthenticator(suite.domain.issuer);
    await suite.register(theirs, other);
    const options = await suite.passkeys.authenticationOptions(suite.domain, null);

    const response = theirs.get(options, { credentialId: suite.authenticator.credentialId, userHandle: suite.authenticator.userHandle });

    expect(await suite.passkeys.verifyAuthentication(suite.domain, response)).toBeNull();
  });

  it('rejects a passkey of another domain, even with the same user, id and key', async () => {
    const elsewhere = await suite.credentials.domain();
    await suite.credentials.user(elsewhere, { sub: suite.sub });
    const options = await suite.passkeys.authenticationOptions(elsewhere, null);

    expect(await suite.passkeys.verifyAuthentication(elsewhere, suite.authenticator.get(options))).toBeNull();

    await suite.register(suite.authenticator, suite.sub, elsewhere).catch(() => null);
    const asked = await suite.passkeys.authenticationOptions(suite.domain, null);
    // A challenge of one domain is not valid in another.
    const there = new SoftwareAuthenticator(elsewhere.issuer);
    await suite.register(there, suite.sub, elsewhere);
    expect(await suite.passkeys.verifyAuthentication(elsewhere, there.get({ ...asked, rpId: elsewhere.name }))).toBeNull();
  });
});
