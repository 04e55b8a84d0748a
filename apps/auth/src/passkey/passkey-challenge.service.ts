import { Injectable } from '@nestjs/common';
import { randomSecret } from '@latchkey/crypto';
import { PasskeyChallengeRepository, type ChallengePurpose, type NewChallenge } from '@latchkey/persistence';
import { PendingLimitService } from '../domain/pending-limit.service.js';
import { TooManyPendingError } from '../domain/too-many-pending.error.js';
import { extractChallenge } from './webauthn-response.js';

/** Seconds that a person has to reach for the authenticator. */
export const CHALLENGE_TTL_SECONDS = 300;
const CHALLENGE_BYTES = 32;

/** A challenge that was used up just now. */
export interface RedeemedChallenge {
  /** As it stands in the client data: base64url. */
  text: string;
  /** Who alone may answer it. */
  sub: string | null;
}

/** Challenges of WebAuthn: 256 random bits, used once. Web Authentication Level 3 section 13.4.3. */
@Injectable()
export class PasskeyChallengeService {
  constructor(
    private readonly challenges: PasskeyChallengeRepository,
    private readonly pendingLimits: PendingLimitService,
  ) {}

  /** @throws TooManyPendingError */
  async issue(challenge: Omit<NewChallenge, 'challenge'>): Promise<Buffer> {
    const octets = Buffer.from(randomSecret(), 'base64url');
    const bounds = { lifetime: CHALLENGE_TTL_SECONDS, limit: this.pendingLimits.perDomain('passkey-challenge') };
    if (!(await this.challenges.create({ ...challenge, challenge: octets }, bounds))) throw new TooManyPendingError();
    return octets;
  }

  /** Uses up the challenge that a response was made for. @returns null if it is none of the domain's and the purpose's, or has expired */
  async redeem(domainId: string, purpose: ChallengePurpose, clientDataJSON: string): Promise<RedeemedChallenge | null> {
    const octets = extractChallenge(clientDataJSON);
    if (octets?.length !== CHALLENGE_BYTES) return null;
    const challenge = await this.challenges.consume(domainId, octets, purpose);
    return challenge && { text: octets.toString('base64url'), sub: challenge.sub };
  }
}
