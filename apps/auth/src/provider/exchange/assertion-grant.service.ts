import { Injectable } from '@nestjs/common';
import { JWT_BEARER } from '@latchkey/oauth';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import { AuditLogRepository, OidcPayloadRepository } from '@latchkey/persistence';
import type { Provider, TokenEndpointGrantContext } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { CachedResource } from '../../domain/cached-resource.js';
import { PATHS } from '../../protocol/endpoints.js';
import { AccountService, type UserAccount } from '../accounts/account.service.js';
import { getGrantLifetime } from '../adapters/lifetimes.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { RequestedBindingService } from '../dpop/requested-binding.service.js';
import { InvalidAssertionError } from '../errors/invalid-assertion.error.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { describeResourceServer } from './resource-server.js';
import { chooseAssertedScope, chooseResource, type AccessRequest } from './asserted-scope.js';
import { AssertionVerifierService, type AssertionContext } from './assertion-verifier.service.js';
import { checkAssertedAccess, parseIdentityAssertion } from './identity-assertion.js';

type Parameters = { assertion?: string } & Partial<AccessRequest>;
type Context = TokenEndpointGrantContext<Parameters>;

/** What a user's token for an assertion is to have. */
interface AssertedToken {
  api: CachedResource;
  scope: string[];
  account: UserAccount;
  issuer: string;
}

/** Issues access tokens for identity assertions: RFC 7523 section 2.1, draft-ietf-oauth-identity-assertion-authz-grant. */
@Injectable()
export class AssertionGrantService {
  constructor(
    private readonly assertions: AssertionVerifierService,
    private readonly bindings: RequestedBindingService,
    private readonly accounts: AccountService,
    private readonly payloads: OidcPayloadRepository,
    private readonly log: AuditLogRepository,
  ) {}

  register(provider: Provider, domain: CachedDomain): void {
    const names: (keyof Parameters)[] = ['assertion', 'resource', 'scope'];
    provider.registerGrantType<Parameters>(JWT_BEARER, (ctx) => this.answer(ctx, domain), names);
  }

  /** Checks first what needs no user, so that a mistake costs no assertion. */
  private async answer(ctx: Context, domain: CachedDomain): Promise<void> {
    const { params } = ctx.oidc;
    const { record: client } = ctx.oidc.client as unknown as ProviderClient;
    const by: AssertionContext = { client, domain };
    const assertion = parseIdentityAssertion(params.assertion);
    const { issuer } = assertion;
    const trusted = this.assertions.findIssuer(assertion, by);
    const now = Math.floor(Date.now() / 1_000);
    const audiences = [domain.issuer, `${domain.issuer}${PATHS.token}`];
    const access = checkAssertedAccess(assertion, { audiences, clientId: client.client.clientId, now });
    const request: AccessRequest = { resource: params.resource, scope: params.scope };
    const api = chooseResource(request, { ...by, issuer, access });
    chooseAssertedScope(request, api, { ...by, issuer, access });
    const verified = await this.assertions.verify(ctx, { assertion, access, trusted }, by);
    const issued = new ctx.oidc.provider.AccessToken({ client: ctx.oidc.client, gty: 'jwt-bearer' } as never);
    const thumbprint = await this.bindings.bind(ctx, issued, domain);
    // control: an assertion that is bound to a key needs a proof of that key
    if (access.jkt !== null && access.jkt !== thumbprint)
      throw new InvalidAssertionError('assertion is bound to a key: send a DPoP proof that is signed by this key');
    const sub = await this.assertions.useOnce(ctx, verified, by);
    const account = await this.accounts.find(domain, sub);
    if (!account) throw new InvalidAssertionError('assertion names a user who is not active here');
    const scope = chooseAssertedScope(request, api, { ...by, issuer, access, roles: account.roles });
    await this.issue(ctx, issued, { token: { api, scope, account, issuer }, by });
  }

  private async issue(
    ctx: Context,
    issued: InstanceType<Provider['AccessToken']>,
    { token: { api, scope, account, issuer }, by: { client, domain } }: { token: AssertedToken; by: AssertionContext },
  ): Promise<void> {
    const { provider } = ctx.oidc;
    const { accountId } = account;
    ctx.oidc.entity('Account', account);
    const epoch = await translateOutage(() => this.payloads.findSignInEpoch(domain.id, accountId));
    const expiresIn = getGrantLifetime(ctx.oidc.client, domain);
    const grant = new provider.Grant({ accountId, clientId: ctx.oidc.client.clientId, epoch, expiresIn } as never);
    grant.addResourceScope(api.audience, scope);
    const grantId = await grant.save();
    Object.assign(issued, {
      accountId,
      grantId,
      assertionIssuer: issuer,
      expiresIn: client.accessTokenExpiry(api),
      scope: scope.join(' ') || undefined,
      resourceServer: new provider.ResourceServer(api.audience, describeResourceServer(api, scope, { client, domain })),
    });
    ctx.oidc.entity('AccessToken', issued);
    const value = await issued.save();
    await this.record(ctx, { domain, sub: accountId, data: { issuer, resource: api.id, scopes: scope } });
    ctx.body = { access_token: value, token_type: issued.tokenType, expires_in: issued.expiration, scope: scope.join(' ') || undefined };
  }

  private async record(
    ctx: Context,
    { domain, sub, data }: { domain: CachedDomain; sub: string; data: { issuer: string; resource: string; scopes: string[] } },
  ): Promise<void> {
    const { clientId: client } = ctx.oidc.client;
    const { requestId } = getRequestEvent(ctx.res);
    const actor = { type: 'service', id: null, name: null } as const;
    const event = { type: 'token.asserted', actor, user: sub, client, data } as const;
    await translateOutage(() => this.log.create({ ...event, domainId: domain.id, requestId, traceId: getCurrentTraceId() }));
  }
}
