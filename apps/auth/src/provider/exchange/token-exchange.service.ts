import { Injectable } from '@nestjs/common';
import { TOKEN_EXCHANGE } from '@latchkey/oauth';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken, type PresentedToken } from '../../access-token/presented-token.js';
import type { ClientToken, UserToken } from '../../access-token/valid-token.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { getCredentials } from '../../protocol/request-credentials.js';
import { AccountService } from '../accounts/account.service.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { DpopProofService, isViolation } from '../dpop/dpop-proof.service.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { exchangeToken, type ExchangedToken, type SubjectToken } from './exchange-rules.js';

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';

interface Parameters {
  subject_token?: string;
  subject_token_type?: string;
  actor_token?: string;
  actor_token_type?: string;
  requested_token_type?: string;
  audience?: string;
  resource?: string;
  scope?: string;
}

type Context = TokenEndpointGrantContext<Parameters>;

/** Exchanges access tokens: RFC 8693. */
@Injectable()
export class TokenExchangeService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly proofs: DpopProofService,
    private readonly accounts: AccountService,
    private readonly log: AuditLogRepository,
  ) {}

  register(provider: Provider, domain: CachedDomain): void {
    const names: (keyof Parameters)[] = [
      'subject_token',
      'subject_token_type',
      'actor_token',
      'actor_token_type',
      'requested_token_type',
      'audience',
      'resource',
      'scope',
    ];
    provider.registerGrantType<Parameters>(TOKEN_EXCHANGE, (ctx) => this.exchange(ctx, domain), names);
  }

  private async exchange(ctx: Context, domain: CachedDomain): Promise<void> {
    const { params, client, provider } = ctx.oidc;
    checkParameters(params);
    const { record } = client as unknown as ProviderClient;
    const { token, subject } = await this.findSubject(params.subject_token!, domain);
    const now = Math.floor(Date.now() / 1_000);
    const exchanged = exchangeToken({ resource: params.resource, scope: params.scope }, { client: record, domain, subject, now });
    const issued = new provider.AccessToken({
      client,
      gty: 'token-exchange',
      expiresIn: exchanged.expiresIn,
      scope: exchanged.scope.join(' ') || undefined,
      resourceServer: new provider.ResourceServer(exchanged.api.audience, describeServer(exchanged, record, domain)),
      ...('user' in token && { accountId: token.user.sub, grantId: token.record.grantId, sessionUid: token.record.sessionUid }),
    } as never);
    await this.bind(ctx, issued, domain);
    if ('user' in token) ctx.oidc.entity('Account', await this.accounts.find(domain, token.user.sub));
    Object.assign(issued, { exchange: exchanged.exchange });
    ctx.oidc.entity('AccessToken', issued);
    const value = await issued.save();
    await this.record(ctx, { token, exchanged, domain });
    ctx.body = {
      access_token: value,
      issued_token_type: ACCESS_TOKEN,
      token_type: issued.tokenType,
      expires_in: exchanged.expiresIn,
      scope: exchanged.scope.join(' ') || undefined,
    };
  }

  /** @throws InvalidRequest if the token is not valid: RFC 8693 section 2.2.2 */
  private async findSubject(value: string, domain: CachedDomain): Promise<{ token: UserToken | ClientToken; subject: SubjectToken }> {
    const presented = parsePresentedToken(value);
    const token = presented && (await translateOutage(() => this.findToken(presented, domain)));
    if (!presented || !token) throw new errors.InvalidRequest('the subject_token is no valid access token of this domain');
    const { claims, scope } = token;
    const isOwn = presented.jws !== null && !('user' in token) && !token.exchange;
    const link = {
      hash: presented.hash.toString('base64url'),
      clientId: claims.client_id,
      audiences: [claims.aud].flat(),
      scope,
      ...(presented.jws && { kid: String(presented.jws.header['kid']) }),
      ...(isOwn && { own: { jti: claims.jti, iat: claims.iat } }),
    };
    const roles = 'user' in token ? { roles: token.user.roles } : {};
    return { token, subject: { sub: claims.sub, exp: claims.exp, link, exchange: token.exchange, ...roles } };
  }

  private async findToken(presented: PresentedToken, domain: CachedDomain): Promise<UserToken | ClientToken | null> {
    const issued = await this.tokens.readAgain(domain, presented);
    if (!issued) throw new DomainNotServedError();
    return this.tokens.find(presented, issued);
  }

  /** Binds the token to what its requester proves, as at any token request: RFC 9449 section 5, RFC 8705 section 3. */
  private async bind(ctx: Context, issued: InstanceType<Provider['AccessToken']>, domain: CachedDomain): Promise<void> {
    const { client } = ctx.oidc;
    const { certificate, received } = getCredentials(ctx.req);
    if (client.tlsClientCertificateBoundAccessTokens) {
      if (!certificate?.certificate) throw new errors.InvalidGrant('mutual TLS client certificate not provided');
      issued.setThumbprint('x5t', certificate.certificate.pem);
    }
    const proof = ctx.get('DPoP');
    if (proof === '') {
      if (client.dpopBoundAccessTokens) throw new errors.InvalidGrant('DPoP proof JWT not provided');
      return;
    }
    const urls = [ctx.oidc.urlFor('token')];
    const request = { received, domain, clientId: client.clientId, method: 'POST', urls, thumbprint: null, accessTokenHash: null };
    const verified = await translateOutage(() => this.proofs.use(proof, request));
    if (isViolation(verified)) throw new errors.InvalidDpopProof(verified.description);
    if (verified.nextNonce !== null) ctx.set('DPoP-Nonce', verified.nextNonce);
    issued.setThumbprint('jkt', verified.thumbprint);
  }

  private async record(
    ctx: Context,
    { token, exchanged, domain }: { token: UserToken | ClientToken; exchanged: ExchangedToken; domain: CachedDomain },
  ) {
    const { clientId } = ctx.oidc.client;
    await translateOutage(() =>
      this.log.create({
        domainId: domain.id,
        type: 'token.exchanged',
        actor: { type: 'service', id: null, name: null },
        requestId: getRequestEvent(ctx.res).requestId,
        traceId: getCurrentTraceId(),
        user: 'user' in token ? token.user.sub : null,
        client: clientId,
        data: {
          subject: token.claims.sub,
          subjectClient: token.claims.client_id,
          resource: exchanged.api.id,
          scopes: exchanged.scope,
          delegated: exchanged.exchange.act !== undefined,
        },
      }),
    );
  }
}

function checkParameters({
  subject_token: token,
  subject_token_type: type,
  actor_token: actor,
  actor_token_type: actorType,
  requested_token_type: requested,
  audience,
}: Parameters): void {
  if (token === undefined) throw new errors.InvalidRequest('subject_token is missing: it is the access token to exchange');
  if (type !== ACCESS_TOKEN) throw new errors.InvalidRequest(`subject_token_type must be ${ACCESS_TOKEN}`);
  if (actor !== undefined || actorType !== undefined)
    throw new errors.InvalidRequest('actor_token is not supported: the client that sends the request is the actor');
  if (requested !== undefined && requested !== ACCESS_TOKEN)
    throw new errors.InvalidRequest(`requested_token_type must be ${ACCESS_TOKEN}`);
  if (audience !== undefined) throw new errors.InvalidTarget('audience is not supported: name the API by resource (RFC 8707)');
}

function describeServer({ api, scope }: ExchangedToken, record: ProviderClient['record'], domain: CachedDomain) {
  return {
    audience: api.audience,
    scope: scope.join(' '),
    accessTokenTTL: record.accessTokenExpiry(api),
    accessTokenFormat: api.isOpaque ? ('opaque' as const) : ('jwt' as const),
    jwt: { sign: { alg: domain.accessTokenKey(record, Date.now(), api).algorithm } },
  };
}
