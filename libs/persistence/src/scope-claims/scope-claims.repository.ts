import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { ScopeClaimsList, type ScopeClaims, type TokenKind } from './scope-claims.entity.js';

@Injectable()
export class ScopeClaimsRepository {
  constructor(private readonly database: Database) {}

  /** @returns null if nothing has been configured */
  async find(domainId: string, kind: TokenKind): Promise<ScopeClaims[] | null> {
    const list = await this.rows.findOneBy({ domainId, kind });
    return list && list.scopes;
  }

  /** Replaces the whole list. */
  async put(domainId: string, kind: TokenKind, scopes: ScopeClaims[]): Promise<void> {
    await this.rows.upsert({ domainId, kind, scopes }, ['domainId', 'kind']);
  }

  private get rows() {
    return this.database.manager.getRepository(ScopeClaimsList);
  }
}
