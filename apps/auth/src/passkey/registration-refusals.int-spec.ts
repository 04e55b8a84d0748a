import { describe, expect, it } from '@jest/globals';
import { FLAGS, SoftwareAuthenticator, type Deviation } from '../../../../test/support/software-authenticator.js';
import { FAULTS, faultAt } from '../../../../test/support/webauthn-faults.js';
import { usePasskeyFixture } from './passkey.fixture.js';

const fixture = usePasskeyFixture();

type Response = ReturnType<SoftwareAuthenticator['create']>;

describe('rejected passkey registrations', () => {
  async function expectRefused(deviation: Deviation, change: (response: Response) => unknown = (response) => response) {
    const options = (await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!;
    const response = change(fixture.authenticator.create(options, faultAt(fixture.domain.name, deviation)));
    expect(await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })).toBeNull();
    expect([await fixture.count('passkey'), await fixture.count('log_entry')]).toEqual([0, 0]);
    expect(await fixture.register()).not.toBeNull();
  }

  const { userPresent, userVerified, attested, backedUp } = FLAGS;

  it.each<[string, Deviation]>([
    ...FAULTS,
    ['the type is that of a sign-in', { clientData: { type: 'webauthn.get' } }],
    ['no user was present', { flags: userVerified | attested }],
    ['no user was verified', { flags: userPresent | attested }],
    ['no credential was made', { flags: userPresent | userVerified }],
    ['the BS flag is set without the BE flag', { flags: userPresent | userVerified | attested | backedUp }],
    ['the algorithm was not offered', { coseKey: (key) => key.set(3, -35) }],
    ['the algorithm is missing', { coseKey: (key) => key.delete(3) }],
    ['the credential id is longer than 1,023 bytes', { credentialId: Buffer.alloc(1_024, 1) }],
    ['the credential id is empty', { credentialId: Buffer.alloc(0) }],
    ['the attestation format is unknown', { attestation: (object) => object.set('fmt', 'trust-me') }],
    ['the attestation statement of format none is not empty', { attestation: (object) => object.set('attStmt', new Map([['x', 1]])) }],
    [
      'the attestation signature is invalid',
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
  ])('rejects a registration if %s', (_what, deviation) => expectRefused(deviation));

  it.each<[string, (response: Response) => unknown]>([
    ['the id belongs to another credential', (r) => ({ ...r, id: 'AAAA', rawId: 'AAAA' })],
    ['id and rawId differ', (r) => ({ ...r, rawId: 'AAAA' })],
    ['the type is not public-key', (r) => ({ ...r, type: 'password' })],
    ['the attestation object is not CBOR', (r) => ({ ...r, response: { ...r.response, attestationObject: '____' } })],
    ['the attestation object is missing', (r) => ({ ...r, response: { ...r.response, attestationObject: undefined } })],
    ['the response field is null', (r) => ({ ...r, response: null })],
    ['it is a string', () => 'passkey'],
  ])('rejects a registration if %s', (_what, change) => expectRefused({}, change));

  it('accepts one of fifty concurrent replays', async () => {
    const response = fixture.authenticator.create((await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!);

    const made = await Promise.all(
      Array.from({ length: 50 }, () => fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })),
    );

    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })).toBeNull();
  });

  it('rejects a credential that already exists in the domain, for any user', async () => {
    const other = await fixture.credentials.user(fixture.domain);
    await fixture.register();

    expect(await fixture.register(fixture.authenticator, other)).toBeNull();
    expect(await fixture.register()).toBeNull();
    expect(await fixture.count('passkey')).toBe(1);
  });

  it('rejects a challenge issued for another user, for a sign-in, or for another domain', async () => {
    const [other, elsewhere] = [await fixture.credentials.user(fixture.domain), await fixture.credentials.domain()];
    await fixture.credentials.user(elsewhere, { sub: fixture.sub });
    const options = (await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!;
    const theirs = (await fixture.passkeys.registrationOptions(fixture.domain, other))!;
    const { challenge } = await fixture.passkeys.authenticationOptions(fixture.domain, fixture.sub);

    expect(
      await fixture.passkeys.verifyRegistration(elsewhere, fixture.sub, { response: fixture.authenticator.create(options) }),
    ).toBeNull();
    expect(
      await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, {
        response: fixture.authenticator.create({ ...options, challenge }),
      }),
    ).toBeNull();
    expect(
      await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response: fixture.authenticator.create(theirs) }),
    ).toBeNull();
    expect(await fixture.count('passkey')).toBe(0);
  });

  it('rejects a registration if the user was deactivated after the challenge was issued', async () => {
    const response = fixture.authenticator.create((await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!);
    await fixture.credentials.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [fixture.domain.id]);

    expect(await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })).toBeNull();
  });

  it('rejects a registration if the domain is being deleted, and issues no challenge', async () => {
    await fixture.credentials.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [fixture.domain.id]);

    const response = fixture.authenticator.create((await fixture.passkeys.registrationOptions(fixture.domain, fixture.sub))!);

    expect(await fixture.passkeys.verifyRegistration(fixture.domain, fixture.sub, { response })).toBeNull();
    expect(await fixture.count('passkey_challenge')).toBe(0);
  });
});
