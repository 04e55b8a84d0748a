import { Injectable } from '@nestjs/common';
import { SignInProgressRepository } from '@latchkey/persistence';
import type { Method } from '../assurance/assurance.js';
import type { DomainRecord } from '../domain/domain-record.js';

/** What somebody has shown within an interaction. */
export interface ShownProgress {
  sub: string;
  methods: Method[];
  /** The sign-in at a provider by which they have come. Null: they have come by none. */
  federation: string | null;
}

/** A way in which somebody has just shown who they are. */
export interface ProgressStep {
  sub: string;
  method: Method;
  /** The sign-in at a provider that it comes of. */
  federation?: string;
}

/** What somebody had shown when their sign-in ended. */
export interface TakenProgress extends ShownProgress {
  /** What the session has to say so that it is not outdated. */
  epoch: number;
}

/** Seconds: as long as an interaction. */
const LIFETIME = 3_600;

type ProgressDomain = Pick<DomainRecord, 'id'>;

/**
 * How far each sign-in has come. A method that has verified somebody within an interaction, a magic link that was asked for in it too,
 * adds what it has verified, and sends the browser to `/sign-in/{uid}`: that decides whether it is enough, and what comes next.
 */
@Injectable()
export class SignInProgress {
  constructor(private readonly progress: SignInProgressRepository) {}

  /** @returns null if nobody has shown anything yet, or they may not sign in any more */
  async find(domain: ProgressDomain, uid: string): Promise<ShownProgress | null> {
    return (await this.progress.find({ domainId: domain.id, uid })) as ShownProgress | null;
  }

  /**
   * Takes note that a user was verified. If it was another user before, what was shown by that one is forgotten.
   *
   * @returns all that was shown; null if the user may not sign in
   */
  async add(domain: ProgressDomain, uid: string, step: ProgressStep): Promise<ShownProgress | null> {
    return (await this.progress.add({ domainId: domain.id, uid }, step, LIFETIME)) as ShownProgress | null;
  }

  /** Ends it: whatever comes after has to be shown anew. Of any number at once, one gets what was shown. */
  async take(domain: ProgressDomain, uid: string): Promise<TakenProgress | null> {
    return (await this.progress.take({ domainId: domain.id, uid })) as TakenProgress | null;
  }
}
