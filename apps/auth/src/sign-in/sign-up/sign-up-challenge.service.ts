import { Inject, Injectable } from '@nestjs/common';
import { createChallenge, verifySolution, type Challenge, type Solution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { AuthSettings } from '@latchkey/config';
import { Encryptor, fingerprint, hashSecret } from '@latchkey/crypto';
import { Database, RateLimiter, UsedJtiRepository } from '@latchkey/persistence';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { parseJson } from '../context/parse-json.js';

const WINDOW_SECONDS = 900;
/** Requests in a window that need no challenge: from one network address, and of all in one domain. */
const [FREE_PER_ADDRESS, FREE_PER_DOMAIN] = [3, 30];
const CHALLENGE_TTL_SECONDS = 600;
/** PBKDF2 iterations of one try. A solution takes 256 tries on average, its verification takes one. */
const COST = 5_000;

interface ChallengedRequest {
  domain: CachedDomain;
  clientAddress: string;
  /** The solution as the page's script has posted it; empty without one. */
  solution: string;
}

/** Proof of work for requests of new accounts, once there are many from a network or in a domain. No third party is asked. */
@Injectable()
export class SignUpChallengeService {
  private readonly encryptor: Encryptor;
  private readonly limiters: Readonly<Record<'address' | 'domain', RateLimiter>> | null;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    database: Database,
    private readonly uses: UsedJtiRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
    const create = (name: string, requests: number) => new RateLimiter(database, { name, requests, window: WINDOW_SECONDS });
    this.limiters = settings.limitsMagicLinks
      ? { address: create('sign-up-peer', FREE_PER_ADDRESS), domain: create('sign-up-domain', FREE_PER_DOMAIN) }
      : null;
  }

  /** Counts a request. @returns whether it needs no challenge, or solves one */
  async admits({ domain, clientAddress, solution }: ChallengedRequest): Promise<boolean> {
    if (!this.limiters) return true;
    const key = fingerprint('sign-up challenge', domain.id, clientAddress).toString('base64url');
    const ofAddress = await this.limiters.address.consumeInDomain(domain.id, key);
    const ofDomain = await this.limiters.domain.consumeInDomain(domain.id, '');
    // control: many requests of new accounts need a proof of work
    return (ofAddress.allowed && ofDomain.allowed) || (solution !== '' && this.verify(domain, solution));
  }

  /** @returns the challenge as JSON, for the page's script */
  async create(domain: CachedDomain): Promise<string> {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: COST,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1_000) + CHALLENGE_TTL_SECONDS,
      hmacSignatureSecret: this.listSecrets(domain)[0]!,
    });
    return JSON.stringify(challenge);
  }

  private async verify(domain: CachedDomain, posted: string): Promise<boolean> {
    const { challenge, solution } = (parseJson(posted) ?? {}) as { challenge?: Challenge; solution?: Solution };
    if (
      typeof challenge?.parameters !== 'object' ||
      (challenge.parameters as unknown) === null ||
      typeof challenge.signature !== 'string' ||
      !solution
    )
      return false;
    for (const hmacSignatureSecret of this.listSecrets(domain)) {
      // control: a proof of work counts in its own domain only, until it expires
      const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
      if (verified) return this.use(domain, challenge.signature);
    }
    return false;
  }

  private async use({ id }: CachedDomain, signature: string): Promise<boolean> {
    const [isFirst] = await this.uses.record([{ domainId: id, hash: hashSecret(signature), lifetime: CHALLENGE_TTL_SECONDS }]);
    // control: a proof of work counts once
    return isFirst!;
  }

  /** Newest first: one for each master key. */
  private listSecrets({ id }: CachedDomain): string[] {
    return this.encryptor.derive(`sign-up challenge:${id}`).map((secret) => secret.toString('hex'));
  }
}
