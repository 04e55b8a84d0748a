import { Injectable } from '@nestjs/common';
import { FastPathService } from '../fast-path.service.js';
import { mayIntrospect } from '../../protocol/token-access.js';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import type { ClientToken, Confirmation, UserToken } from '../../access-token/valid-token.js';
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

/** Answers introspection requests for active access tokens: RFC 7662. */
@Injectable()
export class IntrospectionHandler extends TokenFormHandler {
  constructor(
    private readonly tokens: AccessTokenService,
    forms: TokenFormService,
    fastPath: FastPathService,
  ) {
    super(forms, fastPath);
  }

  protected async answer({ client, presented, issued }: AuthenticatedTokenRequest): Promise<TokenFormAnswer | null> {
    const found = await this.tokens.find(presented, issued);
    const token = found && ('user' in found ? toUserMembers(found) : toClientMembers(found));
    // An opaque token is its own id.
    if (token && !presented.jws) token.jti = undefined;
    if (!token || !mayIntrospect(client, { clientId: token.client_id, aud: token.aud as string | string[] })) return null;
    return { type: 'application/json; charset=utf-8', body: JSON.stringify(token) };
  }
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
