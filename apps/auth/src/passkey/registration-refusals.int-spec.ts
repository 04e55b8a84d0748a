import { describe, expect, it } from '@jest/globals';
import { FLAGS, SoftwareAuthenticator, type Deviation } from '../../../../test/support/software-authenticator.js';
import { FAULTS, faultAt } from '../../../../test/support/webauthn-faults.js';
import { usePasskeySuite } from './passkey-suite.fixture.js';

const suite = usePasskeySuite();

type Response = ReturnType<SoftwareAuthenticator['create']>;

describe('rejected passkey registrations', () => {
  async function expectRefused(deviation: Deviation, change: (response: Response) => unknown = (response) => response) {
    const options = (await suite.passkeys.registrationOptions(suite.domain, suite.sub))!;
    const response = change(suite.authenticator.create(options, faultAt(suite.domain.name, deviation)));
    expect(await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })).toBeNull();
    expect([await suite.count('passkey'), await suite.count('log_entry')]).toEqual([0, 0]);
    expect(await suite.register()).not.toBeNull();
  }

  const { userPresent, userVerified, attested, backedUp } = FLAGS;

  it.each<[string, Deviation]>([
    ...FAULTS,
    ['the type is that of a sign-in', { clientData: { type: 'webauthn.get' } }],
    ['nobody was present', { flags: userVerified | attested }],
    ['nobody was verified', { flags: userPresent | attested }],
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
    const response = suite.authenticator.create((await suite.passkeys.registrationOptions(suite.domain, suite.sub))!);

    const made = await Promise.all(
      Array.from({ length: 50 }, () => suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })),
    );

    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })).toBeNull();
  });

  it('rejects a credential that already exists in the domain, for any user', async () => {
    const other = await suite.credentials.user(suite.domain);
    await suite.register();

    expect(await suite.register(suite.authenticator, other)).toBeNull();
    expect(await suite.register()).toBeNull();
    expect(await suite.count('passkey')).toBe(1);
  });

  it('rejects a challenge issued for another user, for a sign-in, or for another domain', async () => {
    const [other, elsewhere] = [await suite.credentials.user(suite.domain), await suite.credentials.domain()];
    await suite.credentials.user(elsewhere, { sub: suite.sub });
    const options = (await suite.passkeys.registrationOptions(suite.domain, suite.sub))!;
    const theirs = (await suite.passkeys.registrationOptions(suite.domain, other))!;
    const { challenge } = await suite.passkeys.authenticationOptions(suite.domain, suite.sub);

    expect(await suite.passkeys.verifyRegistration(elsewhere, suite.sub, { response: suite.authenticator.create(options) })).toBeNull();
    expect(
      await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response: suite.authenticator.create({ ...options, challenge }) }),
    ).toBeNull();
    expect(await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response: suite.authenticator.create(theirs) })).toBeNull();
    expect(await suite.count('passkey')).toBe(0);
  });

  it('rejects a registration if the user was deactivated after the challenge was issued', async () => {
    const response = suite.authenticator.create((await suite.passkeys.registrationOptions(suite.domain, suite.sub))!);
    await suite.credentials.rows.query('UPDATE end_user SET active = false WHERE domain_id = $1', [suite.domain.id]);

    expect(await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })).toBeNull();
  });

  it('rejects a registration if the domain is being deleted, and issues no challenge', async () => {
    await suite.credentials.rows.query(`UPDATE domain SET status = 'deleting' WHERE id = $1`, [suite.domain.id]);

    const response = suite.authenticator.create((await suite.passkeys.registrationOptions(suite.domain, suite.sub))!);

    expect(await suite.passkeys.verifyRegistration(suite.domain, suite.sub, { response })).toBeNull();
    expect(await suite.count('passkey_challenge')).toBe(0);
  });
});
