import { Injectable } from '@nestjs/common';
import { ACCESS_TOKEN, ID_JAG, TOKEN_EXCHANGE } from '@latchkey/oauth';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import { AccessTokenService } from '../../access-token/access-token.service.js';
import { parsePresentedToken, type PresentedToken } from '../../access-token/presented-token.js';
import type { ClientToken, UserToken } from '../../access-token/valid-token.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { AccountService } from '../accounts/account.service.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { RequestedBindingService } from '../dpop/requested-binding.service.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { describeResourceServer } from './resource-server.js';
import { IdJagService } from './id-jag.service.js';
import { exchangeToken, type ExchangedToken, type SubjectToken } from './exchange-rules.js';

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

/** Exchanges tokens: RFC 8693. */
@Injectable()
export class TokenExchangeService {
  constructor(
    private readonly tokens: AccessTokenService,
    private readonly bindings: RequestedBindingService,
    private readonly accounts: AccountService,
    private readonly log: AuditLogRepository,
    private readonly idJags: IdJagService,
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
    rejectActorToken(params);
    if (params.requested_token_type === ID_JAG) return this.idJags.issue(ctx, domain);
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
      resourceServer: new provider.ResourceServer(
        exchanged.api.audience,
        describeResourceServer(exchanged.api, exchanged.scope, { client: record, domain }),
      ),
      ...('user' in token && { accountId: token.user.sub, grantId: token.record.grantId, sessionUid: token.record.sessionUid }),
    } as never);
    await this.bindings.bind(ctx, issued, domain);
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
    return { token, subject: { sub: claims.sub, exp: claims.exp, link, exchange: token.exchange, act: token.act, ...roles } };
  }

  private async findToken(presented: PresentedToken, domain: CachedDomain): Promise<UserToken | ClientToken | null> {
    const issued = await this.tokens.readAgain(domain, presented);
    if (!issued) throw new DomainNotServedError();
    return this.tokens.find(presented, issued);
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

function rejectActorToken({ actor_token: actor, actor_token_type: type }: Parameters): void {
  if (actor !== undefined || type !== undefined)
    throw new errors.InvalidRequest('actor_token is not supported: the client that sends the request is the actor');
}

function checkParameters({ subject_token: token, subject_token_type: type, requested_token_type: requested, audience }: Parameters): void {
  if (token === undefined) throw new errors.InvalidRequest('subject_token is missing: it is the access token to exchange');
  if (type !== ACCESS_TOKEN) throw new errors.InvalidRequest(`subject_token_type must be ${ACCESS_TOKEN}`);
  if (requested !== undefined && requested !== ACCESS_TOKEN)
    throw new errors.InvalidRequest(`requested_token_type must be ${ACCESS_TOKEN} or ${ID_JAG}`);
  if (audience !== undefined) throw new errors.InvalidTarget('audience is not supported: name the API by resource (RFC 8707)');
}
