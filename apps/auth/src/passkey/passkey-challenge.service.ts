import { Injectable } from '@nestjs/common';
import { randomSecret } from '@latchkey/crypto';
import { PasskeyChallengeRepository, type ChallengePurpose, type NewPasskeyChallenge } from '@latchkey/persistence';
import { PendingLimitService } from '../domain/pending-limit.service.js';
import { TooManyPendingError } from '../domain/too-many-pending.error.js';
import { extractChallenge } from './webauthn-response.js';

/** Time that the user has to respond to the authenticator prompt. */
export const CHALLENGE_TTL_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** A challenge that has just been redeemed. */
export interface RedeemedChallenge {
  /** The challenge as it appears in the client data, in base64url. */
  text: string;
  /** The only user who may answer the challenge; null if any user may. */
  sub: string | null;
}

/** WebAuthn challenges: 256 random bits, valid for one use. WebAuthn Level 3 section 13.4.3. */
@Injectable()
export class PasskeyChallengeService {
  constructor(
    private readonly challenges: PasskeyChallengeRepository,
    private readonly pendingLimits: PendingLimitService,
  ) {}

  /** @throws TooManyPendingError */
  async issue(challenge: Omit<NewPasskeyChallenge, 'challenge'>): Promise<Buffer> {
    const octets = Buffer.from(randomSecret(), 'base64url');
    const bounds = { lifetime: CHALLENGE_TTL_SECONDS, limit: this.pendingLimits.perDomain('passkey-challenge') };
    if (!(await this.challenges.create({ ...challenge, challenge: octets }, bounds))) throw new TooManyPendingError();
    return octets;
  }

  /** Consumes the challenge that a response answers. @returns null if it has expired, or belongs to another domain or purpose */
  async redeem(domainId: string, purpose: ChallengePurpose, clientDataJSON: string): Promise<RedeemedChallenge | null> {
    const octets = extractChallenge(clientDataJSON);
    if (octets?.length !== CHALLENGE_BYTES) return null;
    const challenge = await this.challenges.consume(domainId, octets, purpose);
    return challenge && { text: octets.toString('base64url'), sub: challenge.sub };
  }
}
