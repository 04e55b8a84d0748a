import { Injectable } from '@nestjs/common';
import { hashSecret, isSameSecret } from '@latchkey/crypto';
import type { IssuedToken, PayloadKey, ServedUser } from '@latchkey/persistence';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { limitGrantScope } from '../../access-token/allowed-scope.js';
import { isGrantOf, type GrantRecord, type TokenOwner } from '../../access-token/valid-token.js';
import { ClientCache } from '../../client/client.cache.js';
import { ClientAuthenticationService } from '../../client-authentication/client-authentication.service.js';
import { DomainCache } from '../../domain/domain.cache.js';
import type { RequestState } from '../../protocol/request-state.js';
import { satisfiesPolicies } from '../../provider/accounts/client-policies.js';
import { ALL_AUDIENCES } from '../../provider/overrides/resource-indicators.js';
import type { CodeRequest, RedemptionRequest } from '../fast-path-request.js';
import { FURTHER_PROPERTIES, type RedeemedRecord } from './redeemed-record.js';

/** A refresh token or code that its client may redeem now. */
export interface Redeemable extends TokenOwner {
  key: PayloadKey & { sub: string };
  record: RedeemedRecord;
  grant: UserGrant;
  user: ServedUser;
  /** What the user has granted, without what the operator has removed from the client since. */
  scope: readonly string[];
}

interface UserGrant extends GrantRecord {
  /** Scopes by resource. */
  resources?: Record<string, string>;
}

/** Reads everything that decides about a refresh token or a code in one statement. */
@Injectable()
export class RedeemableService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
    private readonly clientAuthentication: ClientAuthenticationService,
  ) {}

  /**
   * @param requestState receives the parsed request, so that oidc-provider need not parse it again
   * @returns null if oidc-provider must answer: it refuses the request, or redeems what is not plain
   */
  async find(request: RedemptionRequest, requestState: RequestState): Promise<Redeemable | null> {
    const { clientId, clientSecret } = request;
    const [model, value] =
      request.grantType === 'refresh_token'
        ? (['RefreshToken', request.refreshToken] as const)
        : (['AuthorizationCode', request.code] as const);
    const hash = hashSecret(value);
    const issued = await this.tokens.read({ hash, clientId }, { host: requestState.host, clientId, continues: false, models: model });
    requestState.current = issued && issued.current;
    if (!issued) return null;
    // Both are asked for before either is awaited, so that one statement reads them.
    const [domain, client] = await Promise.all([this.domains.get(issued.current), this.clients.get(issued.current, clientId)]);
    if (
      !domain ||
      !client ||
      // control: a client authenticates before its code or refresh token is redeemed
      !this.clientAuthentication.verifySecret(client, clientSecret, Date.now())
    )
      return null;
    const found = isPlainOwner({ domain, client }) ? accept(issued, { domain, client }, Date.now()) : null;
    // control: a code is redeemed with its redirect URI and its verifier
    if (!found || (request.grantType === 'authorization_code' && !matches(request, found.record))) return null;
    return { ...found, key: { domainId: domain.id, model, hash, sub: found.user.sub } };
  }
}

/** Whether the tokens of a client are bound to nothing and counted by no quota, and all keys of its domain exist. */
function isPlainOwner({ domain, client }: TokenOwner): boolean {
  const { active, clientType, grantType } = client.client;
  return (
    active &&
    clientType === 'Confidential' &&
    grantType === 'AuthorizationCode' &&
    !client.isFapi &&
    client.senderConstraint === null &&
    domain.limitsOf(client).length === 0 &&
    !domain.isFrozen &&
    domain.hasKeyFor('RS256')
  );
}

/** @param now milliseconds since the epoch @returns null if the client may not redeem it now, or it is not plain */
function accept(
  { record: found, grant: granted, user }: IssuedToken,
  { domain, client }: TokenOwner,
  now: number,
): Omit<Redeemable, 'key'> | null {
  const record = found?.payload as unknown as RedeemedRecord | undefined;
  const grant = granted as UserGrant | null;
  // control: a deactivated user gets no further tokens
  if (!record || !grant || !user || !isPlain(record, grant)) return null;
  // control: a code or refresh token is redeemed by its own client
  if (record.clientId !== client.client.clientId || record.accountId !== user.sub) return null;
  if (record.exp * 1_000 <= now || !isGrantOf(record, grant, now)) return null;
  if (!satisfiesPolicies(client.client, { identityProvider: user.identityProvider, acr: record.acr })) return null;
  const scope = limitGrantScope(record.scope, { client, domain, resources: [ALL_AUDIENCES] });
  if (record.kind === 'RefreshToken' && !scope.includes('offline_access')) return null;
  return { domain, client, record, grant, user, scope };
}

/** Whether the tokens are for all audiences of the client, and the user has refused nothing. oidc-provider stores empty objects too. */
function isPlain(record: RedeemedRecord, { rejected = {} }: UserGrant): boolean {
  return (
    record.resource === ALL_AUDIENCES &&
    Object.keys(rejected).length === 0 &&
    !FURTHER_PROPERTIES.some((name) => (record as unknown as Record<string, unknown>)[name] !== undefined)
  );
}

/** Whether the request has the redirect URI of the code and the verifier of its challenge: RFC 6749 section 4.1.3, RFC 7636 section 4.6. */
function matches({ redirectUri, codeVerifier }: CodeRequest, record: RedeemedRecord): boolean {
  if (redirectUri !== record.redirectUri) return false;
  const { codeChallenge, codeChallengeMethod } = record;
  if (codeChallenge === undefined || codeVerifier === undefined) return codeChallenge === codeVerifier;
  const challenge = hashSecret(codeVerifier).toString('base64url');
  return CODE_VERIFIER.test(codeVerifier) && codeChallengeMethod === 'S256' && isSameSecret(challenge, codeChallenge);
}

/** RFC 7636 section 4.1. */
const CODE_VERIFIER = /^[\w.~-]{43,128}$/;
