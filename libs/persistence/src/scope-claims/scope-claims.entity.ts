import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Domain } from '../domain/domain.entity.js';

/** The kinds of token whose claims are configured; `id_token` also applies to userinfo. */
export type TokenKind = 'access_token' | 'id_token';

/** The claims that one scope adds. */
export interface ScopeClaims {
  scope: string;
  claims: string[];
}

/** The configured claims for one kind of token. Without a row the standard list applies. */
@Entity('scope_claims')
@Check('scope_claims_kind', `kind IN ('access_token', 'id_token')`)
export class ScopeClaimsList {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scope_claims_pk' })
  @ForeignKey(() => Domain, { name: 'scope_claims_domain' })
  domainId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'scope_claims_pk' })
  kind!: TokenKind;

  /** In the operator's order. */
  @Column('jsonb')
  scopes!: ScopeClaims[];
}
