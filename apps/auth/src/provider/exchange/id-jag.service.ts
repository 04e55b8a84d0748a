import { Injectable } from '@nestjs/common';
import { encodeJwsPart, newTokenId } from '@latchkey/crypto';
import { ID_JAG } from '@latchkey/oauth';
import { getCurrentTraceId, getRequestEvent } from '@latchkey/observability';
import { AuditLogRepository } from '@latchkey/persistence';
import { errors, type TokenEndpointGrantContext } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { DomainKey } from '../../domain/signing-key.store.js';
import { AccountService } from '../accounts/account.service.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { ID_JAG_SECONDS, ID_JAG_TYPE } from './identity-assertion.js';
import { RequestedBindingService } from '../dpop/requested-binding.service.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';
import { acceptsUsersOf } from '../accounts/client-policies.js';
import { chooseIdJagAccess, type IdJagAccess, type IdJagRequest } from './id-jag-rules.js';
import { IdJagSubjectService, SUBJECT_TYPES } from './id-jag-subject.service.js';

type Parameters = Partial<IdJagRequest> & { subject_token?: string; subject_token_type?: string };
type Context = TokenEndpointGrantContext<Parameters>;

/** Issues identity assertions for other servers by token exchange: draft-ietf-oauth-identity-assertion-authz-grant. */
@Injectable()
export class IdJagService {
  constructor(
    private readonly subjects: IdJagSubjectService,
    private readonly accounts: AccountService,
    private readonly bindings: RequestedBindingService,
    private readonly log: AuditLogRepository,
  ) {}

  async issue(ctx: Context, domain: CachedDomain): Promise<void> {
    const { params } = ctx.oidc;
    const { record } = ctx.oidc.client as unknown as ProviderClient;
    const { subject_token: token, subject_token_type: type = '' } = params;
    if (token === undefined)
      throw new errors.InvalidRequest('subject_token is missing: it is the token of the user that was issued to this client');
    if (!SUBJECT_TYPES.includes(type)) throw new errors.InvalidRequest(`subject_token_type must be one of: ${SUBJECT_TYPES.join(', ')}`);
    const request = { audience: params.audience, resource: params.resource, scope: params.scope };
    const access = chooseIdJagAccess(request, record, domain.issuer);
    const subject = await this.subjects.find(ctx, { type, value: token }, domain);
    const account = await this.accounts.find(domain, subject.sub);
    // control: a user who may not sign in to the client gets no identity assertion
    if (!account || !acceptsUsersOf(record.client, account.identityProvider))
      throw new errors.InvalidRequest('the user of the subject_token may not sign in to this client any more');
    const jkt = await this.bindings.prove(ctx, domain);
    const now = Math.floor(Date.now() / 1_000);
    // control: an identity assertion outlives neither its subject token nor its agent
    const expiresIn = Math.min(ID_JAG_SECONDS, subject.exp - now, record.accessTokenExpiry(undefined));
    const { target, resource } = access;
    const scope = access.scope.join(' ') || undefined;
    const times = { jti: newTokenId(), iat: now, exp: now + expiresIn };
    const protocol = {
      iss: domain.issuer,
      sub: account.accountId,
      aud: target.issuer,
      client_id: target.clientId ?? record.client.clientId,
    };
    const claims = { ...subject.claims, ...protocol, ...times, resource, scope, ...(jkt !== null && { cnf: { jkt } }) };
    await this.record(ctx, domain, { sub: account.accountId, access });
    const assertion = sign(claims, domain.idTokenKey(record, now * 1_000));
    ctx.body = { access_token: assertion, issued_token_type: ID_JAG, token_type: 'N_A', expires_in: expiresIn, scope };
  }

  private async record(ctx: Context, { id: domainId }: CachedDomain, { sub, access }: { sub: string; access: IdJagAccess }): Promise<void> {
    const { target, resource, scope: scopes } = access;
    const entry = {
      type: 'token.identity_asserted',
      actor: { type: 'service', id: null, name: null },
      user: sub,
      client: ctx.oidc.client.clientId,
      data: { audience: target.issuer, resource, scopes },
    } as const;
    const { requestId } = getRequestEvent(ctx.res);
    await translateOutage(() => this.log.create({ ...entry, domainId, requestId, traceId: getCurrentTraceId() }));
  }
}

function sign(claims: object, { algorithm, kid, signer }: DomainKey): string {
  const input = `${encodeJwsPart({ alg: algorithm, typ: ID_JAG_TYPE, kid })}.${encodeJwsPart(claims)}`;
  return `${input}.${signer.sign(input)}`;
}
