import { Injectable } from '@nestjs/common';
import { CredentialRepository, type ExistingCredentials, type CredentialSummary } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** Summarizes which authentication methods a user has set up. */
@Injectable()
export class AuthenticationMethodService {
  constructor(private readonly credentials: CredentialRepository) {}

  /**
   * Lists the methods that existed at an earlier time.
   *
   * @param time seconds since the epoch
   */
  summarizeBefore(domain: Pick<CachedDomain, 'id'>, sub: string, time: number): Promise<ExistingCredentials> {
    return this.credentials.findExistingBefore(domain.id, sub, time);
  }

  summarize(domain: Pick<CachedDomain, 'id'>, sub: string): Promise<CredentialSummary> {
    return this.credentials.summarize(domain.id, sub);
  }
}
