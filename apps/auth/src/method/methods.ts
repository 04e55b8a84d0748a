import { Injectable } from '@nestjs/common';
import { CredentialRepository, type CredentialSummary } from '@latchkey/persistence';
import type { DomainRecord } from '../domain/domain-record.js';

/** Which ways of signing in a user has set up. */
@Injectable()
export class Methods {
  constructor(private readonly credentials: CredentialRepository) {}

  of(domain: Pick<DomainRecord, 'id'>, sub: string): Promise<CredentialSummary> {
    return this.credentials.summarize(domain.id, sub);
  }
}
