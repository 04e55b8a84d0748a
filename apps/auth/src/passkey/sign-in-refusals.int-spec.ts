import { beforeEach, describe, expect, it } from '@jest/globals';
import { FLAGS, SoftwareAuthenticator, type Deviation } from '../../../../test/support/software-authenticator.js';
import { FAULTS, faultAt } from '../../../../test/support/webauthn-faults.js';
import { usePasskeyFixture } from './passkey.fixture.js';

const UNKNOWN_SUB = '00000000-0000-4000-8000-000000000000';

const fixture = usePasskeyFixture();

type Response = ReturnType<SoftwareAuthenticator['get']>;

/** Flips one bit in a part of the response. */
function flipBit(text: string, at: number): string {
  const octets = Buffer.from(text, 'base64url');
  octets[at < 0 ? octets.length + at : at]! ^= 0x01;
  return octets.toString('base64url');
}

describe('rejected passkey sign-ins', () => {
  beforeEach(async () => {
    await fixture.register();
  });

  async function expectRefused(deviation: Deviation, change: (response: Response) => unknown = (response) => response) {
    const options = await fixture.passkeys.authenticationOptions(fixture.domain, null);
    expect(
      await fixture.passkeys.verifyAuthentication(
        fixture.domain,
        change(fixture.authenticator.get(options, faultAt(fixture.domain.name, deviation))),
      ),
    ).toBeNull();
    expect((await fixture.passkeys.list(fixture.domain, fixture.sub))[0]!.lastUsedAt).toBeNull();
    // The original response succeeds, so the deviation caused the refusal.
    expect(await fixture.signIn()).toEqual({ sub: fixture.sub, userVerified: true });
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
    const response = fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, null));
    await fixture.passkeys.verifyAuthentication(fixture.domain, response);

    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, response)).toBeNull();
  });

  it('accepts one of fifty concurrent replays', async () => {
    const response = fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, null));

    const signedIn = await Promise.all(Array.from({ length: 50 }, () => fixture.passkeys.verifyAuthentication(fixture.domain, response)));

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
      const options = await fixture.passkeys.authenticationOptions(fixture.domain, null);
      expect(
        (await fixture.passkeys.verifyAuthentication(fixture.domain, fixture.authenticator.get(options, { signCount }))) !== null,
      ).toBe(succeeds);
    }
  });

  it('accepts only one of concurrent responses with the same counter', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, async () =>
        fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, null), { signCount: 7 }),
      ),
    );

    const signedIn = await Promise.all(responses.map((response) => fixture.passkeys.verifyAuthentication(fixture.domain, response)));

    expect(signedIn.filter(Boolean)).toHaveLength(1);
  });

  it('rejects a challenge older than five minutes', async () => {
    const response = fixture.authenticator.get(await fixture.passkeys.authenticationOptions(fixture.domain, null));
    const [left] = await fixture.credentials.rows.query<{ seconds: number }>(
      'SELECT extract(epoch FROM expires_at - now())::integer AS seconds FROM passkey_challenge WHERE domain_id = $1',
      [fixture.domain.id],
    );
    await fixture.credentials.rows.query(
      `UPDATE passkey_challenge SET expires_at = expires_at - interval '5 minutes' WHERE domain_id = $1`,
      [fixture.domain.id],
    );

    expect(left!.seconds).toBeGreaterThan(290);
    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, response)).toBeNull();
  });

  it('rejects a challenge issued for another user', async () => {
    const response = fixture.authenticator.get(
      await fixture.passkeys.authenticationOptions(fixture.domain, await fixture.credentials.user(fixture.domain)),
    );

    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, response)).toBeNull();
  });

  it('rejects a challenge issued for a registration', async () => {
    const { challenge } = (await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!;

    expect(
      await fixture.passkeys.verifyAuthentication(fixture.domain, fixture.authenticator.get({ challenge, rpId: fixture.domain.name })),
    ).toBeNull();
  });

  it('rejects a user who is no longer active', async () => {
    await fixture.credentials.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [fixture.domain.id]);

    expect(await fixture.signIn()).toBeNull();
  });

  it('rejects a public key that belongs to another user of the domain', async () => {
    const other = await fixture.credentials.user(fixture.domain);
    const theirs = new SoftwareAuthenticator(fixture.domain.issuer);
    await fixture.register(theirs, other);
    const options = await fixture.passkeys.authenticationOptions(fixture.domain, null);

    const response = theirs.get(options, {
      credentialId: fixture.authenticator.credentialId,
      userHandle: fixture.authenticator.userHandle,
    });

    expect(await fixture.passkeys.verifyAuthentication(fixture.domain, response)).toBeNull();
  });

  it('rejects a passkey of another domain, even with the same user, id and key', async () => {
    const elsewhere = await fixture.credentials.domain();
    await fixture.credentials.user(elsewhere, { sub: fixture.sub });
    const options = await fixture.passkeys.authenticationOptions(elsewhere, null);

    expect(await fixture.passkeys.verifyAuthentication(elsewhere, fixture.authenticator.get(options))).toBeNull();

    await fixture.register(fixture.authenticator, fixture.sub, elsewhere).catch(() => null);
    const asked = await fixture.passkeys.authenticationOptions(fixture.domain, null);
    // A challenge of one domain is not valid in another.
    const there = new SoftwareAuthenticator(elsewhere.issuer);
    await fixture.register(there, fixture.sub, elsewhere);
    expect(await fixture.passkeys.verifyAuthentication(elsewhere, there.get({ ...asked, rpId: elsewhere.name }))).toBeNull();
  });
});
