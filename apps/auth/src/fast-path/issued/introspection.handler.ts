import { Injectable } from '@nestjs/common';
import type { IssuedToken } from '@latchkey/persistence';
import { limitGrantScope } from '../../access-token/allowed-scope.js';
import type { CachedClient } from '../../client/cached-client.js';
import { DomainCache } from '../../domain/domain.cache.js';
import { FastPathService } from '../fast-path.service.js';
import { mayIntrospect } from '../../protocol/token-access.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import type { PresentedToken } from '../../access-token/presented-token.js';
import { isGrantOf, type ClientToken, type Confirmation, type GrantRecord, type UserToken } from '../../access-token/valid-token.js';
import { TokenFormHandler, type TokenFormAnswer } from './token-form.handler.js';
import { TokenFormService, type AuthenticatedTokenRequest } from './token-form.service.js';

/** The members of a response, in oidc-provider's order: RFC 7662 section 2.2. */
interface ActiveToken extends Record<string, unknown> {
  active: true;
  sub: string;
  client_id: string;
  exp: number;
  iat: number;
  iss: string;
  jti: unknown;
  aud: unknown;
  scope: string | undefined;
  /** RFC 8705 section 3.2, RFC 9449 section 6.2. */
  cnf: { [Name in keyof Confirmation]: string | undefined } | undefined;
  token_type: 'Bearer' | 'DPoP';
}

/** A refresh token as oidc-provider stores it. */
interface RefreshTokenRecord extends Confirmation {
  accountId: string;
  clientId: string;
  exp: number;
  iat: number;
  sid?: string;
  scope?: string;
  resource?: string | string[];
}

/** Answers introspection requests for active access tokens, and those of clients for their active refresh tokens: RFC 7662. */
@Injectable()
export class IntrospectionHandler extends TokenFormHandler {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly domains: DomainCache,
    forms: TokenFormService,
    fastPath: FastPathService,
  ) {
    super(forms, fastPath);
  }

  protected async answer({ client, presented, issued }: AuthenticatedTokenRequest): Promise<TokenFormAnswer | null> {
    if (issued.record?.model === 'RefreshToken' && !presented.jws) return this.answerForRefreshToken(client, presented, issued);
    const found = await this.tokens.find(presented, issued);
    const token = found && ('user' in found ? toUserMembers(found) : toClientMembers(found));
    // An opaque token is its own id.
    if (token && !presented.jws) token.jti = undefined;
    if (!token || !mayIntrospect(client, { clientId: token.client_id, aud: token.aud as string | string[] })) return null;
    return toAnswer(token);
  }

  private async answerForRefreshToken(
    client: CachedClient,
    { value: jti }: PresentedToken,
    issued: IssuedToken,
  ): Promise<TokenFormAnswer | null> {
    const domain = await this.domains.get(issued.current);
    const record = issued.record!.payload as unknown as RefreshTokenRecord;
    const grant = issued.grant as GrantRecord | null;
    const { accountId: sub, clientId, exp, iat, sid, scope, resource = [] } = record;
    const now = Date.now();
    if (!domain || !grant || clientId !== client.client.clientId || exp * 1_000 <= now || !isGrantOf(record, grant, now)) return null;
    // Without offline access it yields no tokens.
    if (!limitGrantScope(scope, { client, domain, resources: [resource].flat() }).includes('offline_access')) return null;
    const { cnf } = describeBinding(record);
    return toAnswer({ active: true, sub, client_id: clientId, exp, iat, sid, iss: domain.issuer, jti, scope: scope || undefined, cnf });
  }
}

function toAnswer(members: object): TokenFormAnswer {
  return { type: 'application/json; charset=utf-8', body: JSON.stringify(members) };
}

function toUserMembers(token: UserToken): ActiveToken {
  const { record, claims, domain, scope, furtherClaims } = token;
  return {
    ...furtherClaims,
    active: true,
    sub: claims.sub,
    client_id: record.clientId,
    exp: record.exp,
    iat: record.iat,
    iss: domain.issuer,
    jti: claims.jti,
    aud: claims.aud,
    scope: scope.join(' ') || undefined,
    ...describeBinding(record),
  };
}

function toClientMembers(token: ClientToken): ActiveToken {
  const { client_id: clientId, exp, iat, jti, aud, cnf } = token.claims;
  return {
    ...token.furtherClaims,
    active: true,
    sub: token.exchange?.subject ?? clientId,
    client_id: clientId,
    exp,
    iat,
    iss: token.domain.issuer,
    jti,
    aud,
    scope: token.scope.join(' ') || undefined,
    ...describeBinding(cnf ?? {}),
  };
}

function describeBinding({ 'x5t#S256': certificate, jkt }: Confirmation): Pick<ActiveToken, 'cnf' | 'token_type'> {
  const isBound = Boolean(certificate ?? jkt);
  return { cnf: isBound ? { 'x5t#S256': certificate, jkt } : undefined, token_type: jkt === undefined ? 'Bearer' : 'DPoP' };
}
