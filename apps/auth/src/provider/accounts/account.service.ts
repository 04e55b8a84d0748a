import { Injectable } from '@nestjs/common';
import { getCurrentTraceId } from '@latchkey/observability';
import {
  AuditLogRepository,
  CredentialRepository,
  OidcPayloadRepository,
  ServedDomainRepository,
  type ServedUser,
} from '@latchkey/persistence';
import { Provider, type Account } from 'oidc-provider';
import type { CachedDomain } from '../../domain/cached-domain.js';
import type { ProviderClient } from '../adapters/provider-client.js';
import { findReadAhead } from '../adapters/authorization-read.service.js';
import { selectClaims, selectRequestedClaims, USER_CLAIMS } from './claims.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

/** A user in the form that oidc-provider expects. */
export interface UserAccount extends Account {
  /** The name of the identity provider that signed the user in, or `local`. */
  identityProvider: string;
  roles: readonly string[];
  /** Whether the domain asks the user for an authenticator at each sign-in: see `secondFactor`. */
  mustUseAuthenticator(): Promise<boolean>;
  /** The user claims of an access token with this scope. */
  accessTokenClaims(scope: string): Record<string, unknown>;
}

/** The user who signed out, and the client. */
export interface Logout {
  sub: string;
  clientId: string | null;
  /** The `X-Request-Id` of the request. */
  requestId: string;
}

/** The users of a domain who can sign in. Reads the database each time, so that a deactivated user is rejected from the next request on. */
@Injectable()
export class AccountService {
  constructor(
    private readonly served: ServedDomainRepository,
    private readonly log: AuditLogRepository,
    private readonly payloads: OidcPayloadRepository,
    private readonly credentials: CredentialRepository,
  ) {}

  /** @returns undefined if there is no such user, or the user may not sign in */
  find(domain: CachedDomain, sub: string): Promise<UserAccount | undefined> {
    return translateOutage(async () => {
      const read = findReadAhead(domain.id)?.issued;
      const isRead = read?.record?.payload['accountId'] === sub;
      const user = isRead ? read.user : await this.served.findActiveUser(domain.id, sub, domain.claimNames);
      return user ? toAccount(user, domain, () => this.mustUseAuthenticator(domain, user)) : undefined;
    });
  }

  private async mustUseAuthenticator({ id, secondFactor }: CachedDomain, { sub, identityProvider }: ServedUser): Promise<boolean> {
    if (secondFactor !== 'Always' || identityProvider !== 'local') return false;
    const { passkeys, authenticatorApp } = await this.credentials.summarize(id, sub);
    return passkeys > 0 || authenticatorApp;
  }

  /** Ends the session of a user who can no longer sign in, after storing its logout notices. */
  async endSession(domain: CachedDomain, uid: string): Promise<void> {
    await translateOutage(() => this.payloads.endSession(domain.id, uid));
  }

  /** Logs that a user has signed out at a client's request. */
  async logLogout({ id: domainId }: CachedDomain, { sub, clientId, requestId }: Logout): Promise<void> {
    const actor = { type: 'user', id: sub, name: null } as const;
    await this.log.create({
      domainId,
      type: 'user.signed_out',
      actor,
      requestId,
      traceId: getCurrentTraceId(),
      user: sub,
      client: clientId,
      data: { identityProvider: null },
    });
  }
}

/** The list for ID tokens also applies to userinfo. */
function toAccount(
  { sub, attributes, identityProvider, roles }: ServedUser,
  { claimLists }: CachedDomain,
  mustUseAuthenticator: UserAccount['mustUseAuthenticator'],
): UserAccount {
  return {
    mustUseAuthenticator,
    accountId: sub,
    identityProvider,
    roles,
    claims: async (_use, scope, requested) => {
      const { record } = Provider.ctx!.oidc.client as unknown as ProviderClient;
      const available = selectClaims(attributes, claimLists.id_token, record.client.scope);
      const individually = selectRequestedClaims(available, Object.keys(requested));
      return { sub, [USER_CLAIMS]: { ...selectClaims(attributes, claimLists.id_token, scope), ...individually } };
    },
    accessTokenClaims: (scope) => selectClaims(attributes, claimLists.access_token, scope),
  };
}
