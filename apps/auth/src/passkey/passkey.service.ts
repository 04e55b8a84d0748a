import { Injectable } from '@nestjs/common';
import { CredentialRepository, PasskeyRepository, userIdOf, type NewPasskey, type Passkey } from '@latchkey/persistence';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import {
  CredentialChangeService,
  getDomainDisplayName,
  type CredentialDomain,
} from '../authentication-method/credential-change.service.js';
import { describeDevice } from '../authentication-method/user-agent.js';
import { getRequestContext } from '../authentication-method/request-context.js';
import { CHALLENGE_TTL_SECONDS, PasskeyChallengeService } from './passkey-challenge.service.js';
import { normalizeName, createDefaultName } from './passkey-name.js';
import {
  parseAuthenticationResponse,
  parseRegistrationResponse,
  type AuthenticationResponse,
  type RegistrationResponse,
} from './webauthn-response.js';

export type RelyingDomain = CredentialDomain;

/** The user who signed in, and whether the authenticator verified them. */
export interface PasskeyAuthentication {
  sub: string;
  userVerified: boolean;
}

/** The browser's response to the registration options, and the name that the user chose. */
export interface NewPasskeyRequest {
  response: unknown;
  name?: string;
}

const SUPPORTED_ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];
const MAX_PASSKEYS_PER_USER = 20;
/** 1,023 bytes in base64url. */
const MAX_CREDENTIAL_ID_LENGTH = 1_364;
const CEREMONY_TIMEOUT_MS = CHALLENGE_TTL_SECONDS * 1_000;

/** Manages the passkeys of a domain's users. Implements the ceremonies of WebAuthn Level 3 sections 7.1 and 7.2. */
@Injectable()
export class PasskeyService {
  constructor(
    private readonly challenges: PasskeyChallengeService,
    private readonly passkeys: PasskeyRepository,
    private readonly credentials: CredentialRepository,
    private readonly changes: CredentialChangeService,
  ) {}

  /**
   * Creates options for `navigator.credentials.get`. The options list no credentials, so that they do not reveal whether a user exists; the
   * authenticator finds the passkeys of the host itself.
   *
   * @param sub the only user who may answer; null if any user of the domain may
   */
  async authenticationOptions(domain: RelyingDomain, sub: string | null): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const challenge = await this.challenges.issue({ domainId: domain.id, purpose: 'authentication', sub });
    return generateAuthenticationOptions({
      rpID: getRelyingParty(domain).id,
      challenge: new Uint8Array(challenge),
      timeout: CEREMONY_TIMEOUT_MS,
      userVerification: 'required',
    });
  }

  /**
   * Verifies the response to authentication options. Consumes the challenge even if verification fails.
   *
   * @param expectedSub the user identified in an earlier step; null if there is none
   * @returns `other-account` if the response is valid but belongs to another user; null if it is refused
   */
  async verifyAuthentication(
    domain: RelyingDomain,
    response: unknown,
    expectedSub: string | null = null,
  ): Promise<PasskeyAuthentication | 'other-account' | null> {
    const answer = parseAuthenticationResponse(response);
    if (!answer) return null;
    const challenge = await this.challenges.redeem(domain.id, 'authentication', answer.response.clientDataJSON);
    if (!challenge) return null;
    const passkey = await this.passkeys.findByCredential(domain.id, Buffer.from(answer.id, 'base64url'));
    if (
      !passkey ||
      (challenge.sub !== null && challenge.sub !== passkey.sub) ||
      !hasMatchingUserHandle(answer, buildUserHandle(domain, passkey.sub))
    )
      return null;
    const assertion = await verifyAssertion(domain, { answer, passkey, challenge: challenge.text });
    if (assertion && expectedSub !== null && expectedSub !== passkey.sub) return 'other-account';
    if (!assertion || !(await this.passkeys.recordUse({ domainId: domain.id, id: passkey.id, ...assertion }))) return null;
    return { sub: passkey.sub, userVerified: true };
  }

  /** Creates options for `navigator.credentials.create`. @returns null if the user is unknown or inactive */
  async registrationOptions(domain: RelyingDomain, sub: string): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
    const holder = await this.credentials.findHolder(domain.id, sub);
    if (!holder?.active) return null;
    const existing = await this.passkeys.list(domain.id, sub);
    const challenge = await this.challenges.issue({ domainId: domain.id, purpose: 'registration', sub });
    const username = holder.attributes['preferred_username'] as string;
    const fullName = holder.attributes['name'];
    return generateRegistrationOptions({
      rpName: getDomainDisplayName(domain),
      rpID: getRelyingParty(domain).id,
      userName: username,
      userDisplayName: typeof fullName === 'string' ? fullName : username,
      userID: new Uint8Array(buildUserHandle(domain, sub)),
      challenge: new Uint8Array(challenge),
      timeout: CEREMONY_TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
    });
  }

  /**
   * Verifies the response to registration options and stores the passkey. Consumes the challenge even if verification fails.
   *
   * @returns null if the response is refused, the credential already exists in the domain, or the user has reached the limit
   */
  async verifyRegistration(domain: RelyingDomain, sub: string, { response, name }: NewPasskeyRequest): Promise<Passkey | null> {
    const answer = parseRegistrationResponse(response);
    if (!answer) return null;
    // Redeem the challenge in the same transaction, so that removing all passkeys at the same time also stops this registration.
    return this.changes.transaction(domain, sub, async () => {
      const challenge = await this.challenges.redeem(domain.id, 'registration', answer.response.clientDataJSON);
      const registered = challenge?.sub === sub ? await verifyAttestation(domain, answer, challenge.text) : null;
      return (
        registered &&
        this.store(domain, { ...registered, domainId: domain.id, sub, name: await this.chooseName(domain, { ...registered, sub }, name) })
      );
    });
  }

  /** Lists the passkeys of a user, oldest first. */
  list(domain: RelyingDomain, sub: string): Promise<Passkey[]> {
    return this.passkeys.list(domain.id, sub);
  }

  /** @returns false if the user has no such passkey, or the normalized name is empty */
  async rename(domain: RelyingDomain, sub: string, { id, name }: { id: string; name: string }): Promise<boolean> {
    const normalized = normalizeName(name);
    return normalized !== null && this.passkeys.rename({ domainId: domain.id, sub, id }, normalized);
  }

  /** @returns false if the user has no such passkey */
  remove(domain: RelyingDomain, sub: string, id: string): Promise<boolean> {
    return this.changes.transaction(domain, sub, async () => {
      const removed = await this.passkeys.delete({ domainId: domain.id, sub, id });
      if (removed) await this.changes.record(domain, { sub, event: 'passkey.deleted', notice: 'passkey-removed' });
      return removed;
    });
  }

  /** Call this in the transaction that stores the passkey, so that concurrent registrations see each other's names. */
  private async chooseName(
    domain: RelyingDomain,
    registered: Pick<Passkey, 'aaguid' | 'transports' | 'sub'>,
    chosen = '',
  ): Promise<string> {
    const others = await this.passkeys.list(domain.id, registered.sub);
    const device = describeDevice(getRequestContext().userAgent);
    return (
      normalizeName(chosen) ??
      createDefaultName(
        { ...registered, device },
        others.map(({ name }) => name),
      )
    );
  }

  private async store(domain: RelyingDomain, passkey: NewPasskey): Promise<Passkey | null> {
    const stored = await this.passkeys.create(passkey, MAX_PASSKEYS_PER_USER);
    if (stored) await this.changes.record(domain, { sub: passkey.sub, event: 'passkey.created', notice: 'passkey-created' });
    return stored;
  }
}

/** The user's id, because a `sub` can have more than the 64 octets of WebAuthn Level 3 section 5.4.3. */
function buildUserHandle({ id }: RelyingDomain, sub: string): Buffer {
  return Buffer.from(userIdOf(id, sub), 'utf8');
}

/** WebAuthn Level 3 section 7.2, user handle step. */
function hasMatchingUserHandle({ response }: AuthenticationResponse, handle: Buffer): boolean {
  return response.userHandle === handle.toString('base64url');
}

interface AssertionInput {
  answer: AuthenticationResponse;
  passkey: Passkey;
  challenge: string;
}

async function verifyAssertion(
  domain: RelyingDomain,
  { answer, passkey, challenge }: AssertionInput,
): Promise<Pick<Passkey, 'signCount' | 'backedUp'> | null> {
  const { id, origin } = getRelyingParty(domain);
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: answer.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.signCount) },
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp, credentialDeviceType } = verified.authenticationInfo;
  // WebAuthn Level 3 section 7.2, BE step: backup eligibility never changes.
  if ((credentialDeviceType === 'multiDevice') !== passkey.backupEligible) return null;
  return { signCount: String(newCounter), backedUp: credentialBackedUp };
}

async function verifyAttestation(domain: RelyingDomain, answer: RegistrationResponse, challenge: string) {
  const { id, origin } = getRelyingParty(domain);
  const verified: VerifiedRegistrationResponse | null = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserPresence: true,
    requireUserVerification: true,
    supportedAlgorithmIDs: SUPPORTED_ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  // WebAuthn Level 3 section 7.1, credential id length step. The response must also name the credential that was created.
  if (credential.id !== answer.id || credential.id.length > MAX_CREDENTIAL_ID_LENGTH) return null;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: String(credential.counter),
    transports: answer.response.transports,
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  };
}

/** WebAuthn Level 3 section 4, "Relying Party". */
interface RelyingParty {
  /** The exact host name, so that passkeys do not work on parent or sibling hosts (section 13.4.9). */
  id: string;
  origin: string;
}

/** Derives the relying party from the issuer, never from request headers. */
function getRelyingParty({ issuer }: Pick<CredentialDomain, 'issuer'>): RelyingParty {
  const { hostname, origin } = new URL(issuer);
  return { id: hostname, origin };
}
