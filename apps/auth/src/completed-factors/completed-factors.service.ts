import { Injectable } from '@nestjs/common';
import { SignInProgressRepository } from '@latchkey/persistence';
import type { Method } from '../assurance/assurance.js';
import type { CachedDomain } from '../domain/cached-domain.js';

/** What somebody has shown within an interaction. */
export interface CompletedFactors {
  sub: string;
  methods: Method[];
  /** The sign-in at a provider by which they have come. Null: they have come by none. */
  federation: string | null;
}

/** A way in which somebody has just shown who they are. */
export interface CompletedFactor {
  sub: string;
  method: Method;
  /** The sign-in at a provider that it comes of. */
  federation?: string;
}

/** What somebody had shown when their sign-in ended. */
export interface ConsumedFactors extends CompletedFactors {
  /** What the session has to say so that it is not outdated. */
  epoch: number;
}

/** Seconds: as long as an interaction. */
const COMPLETED_FACTORS_TTL_SECONDS = 3_600;

type FactorsDomain = Pick<CachedDomain, 'id'>;

/**
 * How far each sign-in has come. A method that has verified somebody within an interaction, a magic link that was asked for in it too,
 * adds what it has verified, and sends the browser to `/sign-in/{uid}`: that decides whether it is enough, and what comes next.
 */
@Injectable()
export class CompletedFactorsService {
  constructor(private readonly repository: SignInProgressRepository) {}

  /** @returns null if nobody has shown anything yet, or they may not sign in any more */
  async find(domain: FactorsDomain, uid: string): Promise<CompletedFactors | null> {
    return (await this.repository.find({ domainId: domain.id, uid })) as CompletedFactors | null;
  }

  /**
   * Takes note that a user was verified. If it was another user before, what was shown by that one is forgotten.
   *
   * @returns all that was shown; null if the user may not sign in
   */
  async add(domain: FactorsDomain, uid: string, factor: CompletedFactor): Promise<CompletedFactors | null> {
    return (await this.repository.add({ domainId: domain.id, uid }, factor, COMPLETED_FACTORS_TTL_SECONDS)) as CompletedFactors | null;
  }

  /** Ends it: whatever comes after has to be shown anew. Of any number at once, one gets what was shown. */
  async consume(domain: FactorsDomain, uid: string): Promise<ConsumedFactors | null> {
    return (await this.repository.take({ domainId: domain.id, uid })) as ConsumedFactors | null;
  }
}
