import { Injectable } from '@nestjs/common';
import { SignInProgressRepository } from '@latchkey/persistence';
import type { Method } from '../assurance/assurance.js';
import type { CachedDomain } from '../domain/cached-domain.js';

/** The factors that a user has completed within an interaction. */
export interface CompletedFactors {
  sub: string;
  methods: Method[];
  /** Id of the federated login; null if the user signs in locally. */
  federation: string | null;
}

/** A factor that a user has just completed. */
export interface CompletedFactor {
  sub: string;
  method: Method;
  /** Id of the federated login that completed it. */
  federation?: string;
}

/** The factors of a finished sign-in. */
export interface ConsumedFactors extends CompletedFactors {
  /** The user's sign-in epoch. A session with an older one is invalid. */
  epoch: number;
}

/** Equals the lifetime of an interaction. */
const COMPLETED_FACTORS_TTL_SECONDS = 3_600;

type FactorsDomain = Pick<CachedDomain, 'id'>;

/**
 * Stores the factors that each interaction has completed. An authentication method adds its factor, then redirects to `/sign-in/{uid}`,
 * which decides whether the factors suffice and which step follows. A magic link adds its factor to the interaction that requested it.
 */
@Injectable()
export class CompletedFactorsService {
  constructor(private readonly repository: SignInProgressRepository) {}

  /** @returns null if no factor is completed, or the user can no longer sign in */
  async find(domain: FactorsDomain, uid: string): Promise<CompletedFactors | null> {
    return (await this.repository.find({ domainId: domain.id, uid })) as CompletedFactors | null;
  }

  /**
   * Adds a completed factor. If it belongs to another user than before, it replaces all earlier factors.
   *
   * @returns all completed factors; null if the user cannot sign in
   */
  async add(domain: FactorsDomain, uid: string, factor: CompletedFactor): Promise<CompletedFactors | null> {
    return (await this.repository.add({ domainId: domain.id, uid }, factor, COMPLETED_FACTORS_TTL_SECONDS)) as CompletedFactors | null;
  }

  /** Deletes and returns the factors. Of several concurrent calls, only one receives them. */
  async consume(domain: FactorsDomain, uid: string): Promise<ConsumedFactors | null> {
    return (await this.repository.consume({ domainId: domain.id, uid })) as ConsumedFactors | null;
  }
}
