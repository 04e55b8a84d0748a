import { Injectable } from '@nestjs/common';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import {
  Database,
  DomainRepository,
  ScopeClaimsRepository,
  type Domain,
  type ScopeClaims,
  type TokenKind,
  type Precondition,
} from '@latchkey/persistence';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';
import { requireDocumentSize } from '../http/document-size.js';
import { AuditLogService } from '../audit-event/audit-log.service.js';

/** The claims that one scope adds, as they are shown. */
export type ListedScope = Readonly<{ scope: string; claims: readonly string[] }>;

export interface ScopeChange {
  kind: TokenKind;
  scopes: ScopeClaims[];
}

@Injectable()
export class ScopeService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly scopes: ScopeClaimsRepository,
    private readonly log: AuditLogService,
  ) {}

  /** The claims of each scope for a kind of token, in the operator's order. */
  async list(domain: Domain, kind: TokenKind): Promise<readonly ListedScope[]> {
    return (await this.scopes.find(domain.id, kind)) ?? STANDARD_SCOPE_CLAIMS[kind];
  }

  /** Replaces the whole list of a kind. */
  async replace(domain: Domain, { kind, scopes }: ScopeChange, precondition: Precondition<readonly ListedScope[]>): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domain.id))) throw createDomainNotFoundProblem();
      const stored = await this.scopes.find(domain.id, kind);
      await precondition(stored ?? STANDARD_SCOPE_CLAIMS[kind], stored === null);
      requireDocumentSize(scopes, stored);
      await this.scopes.put(domain.id, kind, scopes);
      await this.domains.raiseRevision(domain.id);
      await this.log.record(domain.id, { type: `scope.${kind}.updated`, data: { scopes: scopes.map(({ scope }) => scope) } });
    });
  }
}
