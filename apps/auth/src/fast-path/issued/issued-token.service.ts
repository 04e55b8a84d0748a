import { Injectable } from '@nestjs/common';
import { Database, IssuedTokenRepository, type IssuedToken, type IssuedTokenQuery } from '@latchkey/persistence';
import { ClientCache } from '../../client/client.cache.js';
import type { CachedDomain } from '../../domain/cached-domain.js';
import { DomainCache } from '../../domain/domain.cache.js';
import { StatementBatcher } from '../../cache/statement-batcher.js';
import { isTokenOf } from '../../protocol/client-token-id.js';
import { limitScope, verifyAccessToken, type TokenClaims } from '../../protocol/access-token.js';
import type { PresentedToken } from './presented-token.js';
import { acceptUserToken, type UserToken } from './user-token.js';

/** A request that presents a token. */
export interface TokenRequest {
  /** The name of the host that it is for. */
  host: string;
  /** The client that it says it comes from; null: it names none. */
  clientId: string | null;
  /** Whether other questions of it were answered before. */
  continues: boolean;
}

/** A token of the client credentials grant that is valid at this moment. */
export interface ClientToken {
  domain: CachedDomain;
  /** With its scope, without what the operator has removed from the client's since. */
  claims: TokenClaims;
}

/** Reads all that decides about the tokens that requests present: those of one turn of the event loop in one statement. */
@Injectable()
export class IssuedTokenService {
  private readonly batcher: StatementBatcher<IssuedTokenQuery, IssuedToken | null>;

  constructor(
    tokens: IssuedTokenRepository,
    database: Database,
    private readonly domains: DomainCache,
    private readonly clients: ClientCache,
  ) {
    this.batcher = new StatementBatcher((queries) => tokens.read(queries), {
      hasBacklog: () => database.hasBacklog,
      domainOf: ({ domain }) => domain,
    });
  }

  /** @returns null if no such domain is served @throws Error that counts as an outage: too many requests of the domain are waiting */
  read({ hash, clientId: ownerId }: PresentedToken, { host, clientId, continues }: TokenRequest): Promise<IssuedToken | null> {
    return this.batcher.ask({ domain: host, clientId, ownerId, hash }, continues);
  }

  /** @returns null if it is no user's token, or oidc-provider has to decide whether it is valid */
  async findUserToken(presented: PresentedToken, issued: IssuedToken): Promise<UserToken | null> {
    const { current, owner } = issued;
    if (!issued.user || presented.clientId === null) return null;
    // Both are asked for before either is awaited, so that one statement reads them.
    const [domain, client] = await Promise.all([this.domains.get(current), this.clients.get(owner, presented.clientId)]);
    return domain && client && acceptUserToken(presented, issued, { domain, client, now: Date.now() });
  }

  /** @returns null if it is no client token, or oidc-provider has to decide whether it is valid */
  async findClientToken({ value, clientId }: PresentedToken, { record, current, owner }: IssuedToken): Promise<ClientToken | null> {
    // A client token has no record until it is revoked.
    if (clientId === null || record || owner.clientRevision === null) return null;
    const [domain, client] = await Promise.all([this.domains.get(current), this.clients.get(owner, clientId)]);
    if (!domain || !client) return null;
    const claims = verifyAccessToken(value, domain);
    if (claims?.sub !== clientId || !isTokenOf(client, claims)) return null;
    return { domain, claims: { ...claims, scope: limitScope(claims.scope, client).join(' ') } };
  }
}
