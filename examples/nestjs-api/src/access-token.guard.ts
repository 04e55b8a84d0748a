import { CanActivate, ExecutionContext, ForbiddenException, Injectable, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { AUDIENCE, ISSUER } from './settings.js';

/** An access token: RFC 9068 section 2.2. */
export type AccessToken = JWTPayload & { client_id: string; scope?: string; roles?: string[]; cnf?: object };

export interface AuthorizedRequest extends Request {
  token: AccessToken;
}

const [SCOPE, ROLE] = ['scope', 'role'];

/** The scope that a token needs for a route. */
export const RequireScope = (scope: string) => SetMetadata(SCOPE, scope);

/** The role that its bearer needs too. Tokens have `roles` (RFC 9068 section 2.2.3.1) if the API has `enforceRoles`. */
export const RequireRole = (role: string) => SetMetadata(ROLE, role);

/** Anything else, such as keys that could not be fetched, is not the caller's fault: Nest answers 500. */
function isTokenError(error: unknown): error is errors.JOSEError {
  return error instanceof errors.JOSEError && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(error.code);
}

/** Lets requests pass that show a valid access token with the scope and the role of the route. Refusals are those of RFC 6750 section 3.1. */
@Injectable()
export class AccessTokenGuard implements CanActivate {
  /** Fetched when a token has an unknown `kid`, and kept: no request to the issuer for each token. */
  private readonly keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));

  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthorizedRequest>();
    const refuse = (challenge: string) => http.getResponse<Response>().setHeader('WWW-Authenticate', challenge);
    const [, token] = /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (!token) {
      refuse('Bearer');
      throw new UnauthorizedException('an access token is missing');
    }
    const payload = await this.verify(token, refuse);
    const scope = this.reflector.get<string | undefined>(SCOPE, context.getHandler());
    if (scope !== undefined && !payload.scope?.split(' ').includes(scope)) {
      refuse(`Bearer error="insufficient_scope", scope="${scope}"`);
      throw new ForbiddenException(`the scope ${scope} is missing`);
    }
    const role = this.reflector.get<string | undefined>(ROLE, context.getHandler());
    if (role !== undefined && ![payload.roles ?? []].flat().includes(role)) {
      refuse('Bearer error="insufficient_scope"');
      throw new ForbiddenException(`the role ${role} is missing`);
    }
    request.token = payload;
    return true;
  }

  private async verify(token: string, refuse: (challenge: string) => void): Promise<AccessToken> {
    try {
      const required = { issuer: ISSUER, audience: AUDIENCE, typ: 'at+jwt', requiredClaims: ['exp', 'sub'] };
      const { payload } = await jwtVerify<AccessToken>(token, this.keys, required);
      // A stolen token that is bound to a key must not work without it. Where callers use DPoP, check their proof here instead.
      if (payload.cnf) throw new errors.JWTClaimValidationFailed('the token is bound to a key', payload, 'cnf', 'check_failed');
      return payload;
    } catch (error) {
      if (!isTokenError(error)) throw error;
      refuse('Bearer error="invalid_token"');
      throw new UnauthorizedException(error.message);
    }
  }
}
