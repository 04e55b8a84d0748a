import { Injectable } from '@nestjs/common';
import { decodeJws, verifyJws } from '@latchkey/crypto';
import { ACCESS_TOKEN, ID_TOKEN, REFRESH_TOKEN } from '@latchkey/oauth';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken } from '../../access-token/presented-token.js';
import type { CachedClient } from '../../client/cached-client.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

/** A token of which a client says what it is: RFC 8693 section 3. */
export interface SubjectToken {
  type: string;
  value: string;
}

/** The user of a subject token, and how and when the user signed in, as far as the token tells. */
export interface IdJagSubject {
  sub: string;
  /** Seconds since the epoch at which the subject token ends. */
  exp: number;
  /** `auth_time`, `acr`, `amr`, and claims that tell who the user is. */
  claims: Record<string, unknown>;
}

/** A refresh token as oidc-provider finds it. */
interface RefreshToken {
  isValid: boolean;
  clientId: string;
  accountId: string;
  remainingTTL: number;
  acr?: string;
  amr?: string[];
  authTime?: number;
}

/** The claims of ID tokens that the other server needs to know the user. */
const PASSED_CLAIMS = 'auth_time acr amr email email_verified name given_name family_name preferred_username'.split(' ');
export const SUBJECT_TYPES: readonly string[] = [ID_TOKEN, REFRESH_TOKEN, ACCESS_TOKEN];

/** Finds the users of tokens for which clients want identity assertions. Each token must have been issued to the client itself. */
@Injectable()
export class IdJagSubjectService {
  constructor(private readonly tokens: AccessTokenService) {}

  /** @throws InvalidRequest if the token is not valid: RFC 8693 section 2.2.2 */
  async find(ctx: TokenEndpointGrantContext<object>, token: SubjectToken, domain: CachedDomain): Promise<IdJagSubject> {
    const { record } = ctx.oidc.client as unknown as ProviderClient;
    const found = token.type === ID_TOKEN ? readIdToken(token.value, record, domain) : await this.findIssued(ctx, token, domain);
    if (!found)
      throw new errors.InvalidRequest('the subject_token is not a valid token of this type that was issued to this client for a user');
    return found;
  }

  private findIssued(ctx: TokenEndpointGrantContext<object>, { type, value }: SubjectToken, domain: CachedDomain) {
    return type === REFRESH_TOKEN ? findRefreshToken(ctx, value) : this.findAccessToken(value, ctx.oidc.client.clientId, domain);
  }

  private async findAccessToken(value: string, clientId: string, domain: CachedDomain): Promise<IdJagSubject | null> {
    const presented = parsePresentedToken(value);
    if (!presented) return null;
    const token = await translateOutage(async () => {
      const issued = await this.tokens.readAgain(domain, presented);
      if (!issued) throw new DomainNotServedError();
      return this.tokens.findUserToken(presented, issued);
    });
    // control: an access token gives identity assertions to the client that it was issued to, without exchange
    return token && !token.exchange && token.claims.client_id === clientId
      ? { sub: token.user.sub, exp: token.claims.exp, claims: {} }
      : null;
  }
}

/** A refresh token, which stays valid. */
async function findRefreshToken(
  { oidc: { provider, client } }: TokenEndpointGrantContext<object>,
  value: string,
): Promise<IdJagSubject | null> {
  const token = (await provider.RefreshToken.find(value)) as unknown as RefreshToken | undefined;
  // control: a refresh token gives identity assertions to its own client
  if (!token?.isValid || token.clientId !== client.clientId) return null;
  const { accountId, acr, amr, authTime } = token;
  const claims = { ...(authTime !== undefined && { auth_time: authTime }), ...(acr !== undefined && { acr }), ...(amr && { amr }) };
  return { sub: accountId, exp: Math.floor(Date.now() / 1_000) + token.remainingTTL, claims };
}

/** An ID token: OpenID Connect Core section 2. */
function readIdToken(
  value: string,
  { client: { clientId, generationStart } }: CachedClient,
  { issuer, keys }: CachedDomain,
): IdJagSubject | null {
  const jws = decodeJws(value);
  if (!jws) return null;
  const { header, claims } = jws;
  const { iss, aud, sub, exp, iat, client_id: ofAccessToken } = claims;
  const isIdToken =
    (header['typ'] === undefined || header['typ'] === 'JWT') && ofAccessToken === undefined && !Object.hasOwn(claims, 'events');
  // control: an ID token gives identity assertions to the client that it was issued to
  const isOwn = iss === issuer && aud === clientId;
  // control: an expired ID token gives no identity assertions
  const isCurrent = typeof exp === 'number' && exp > Date.now() / 1_000;
  // control: an ID token from before its client was deactivated gives no identity assertions
  const isOfClient = typeof iat === 'number' && iat >= Math.floor(generationStart / 1_000);
  const publicKeys = keys.map(({ publicJwk }) => publicJwk);
  // control: an ID token that gives identity assertions was signed by the domain
  if (!isIdToken || !isOwn || !isCurrent || !isOfClient || typeof sub !== 'string' || verifyJws(value, publicKeys) === null) return null;
  return {
    sub,
    exp,
    claims: Object.fromEntries(PASSED_CLAIMS.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]])),
  };
}
