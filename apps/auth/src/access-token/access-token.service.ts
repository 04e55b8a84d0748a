import { Injectable } from '@nestjs/common';
import { Database, IssuedTokenRepository, type IssuedToken, type IssuedTokenQuery } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';
import { ClientCache } from '../client/client.cache.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { DomainCache } from '../domain/domain.cache.js';
import type { PresentedToken } from './presented-token.js';
import { isIntactLink, type ChainLink } from './token-chain.js';
import {
  acceptClientToken,
  acceptExchangedToken,
  acceptUserToken,
  type ClientToken,
  type TokenOwner,
  type UserToken,
} from './valid-token.js';

/** Identifies the record of a token. */
type TokenKey = Pick<PresentedToken, 'hash' | 'clientId'>;

/** A request that presents a token. */
export interface TokenRequest {
  /** The host name of the request. */
  host: string;
  /** The client that the request names, or null. */
  clientId: string | null;
  /** Whether other questions of it were answered before. */
  continues: boolean;
  /** What it may present: see IssuedTokenQuery. By default any token. */
  models?: string;
}

const TOKENS = 'AccessToken ClientCredentials RefreshToken';

/**
 * Decides whether the access tokens that requests present are valid, for every endpoint: on the fast path, for oidc-provider and for Shared Signals.
 * All that decides is read from the database, for the requests of one turn of the event loop in one statement.
 */
@Injectable()
export class AccessTokenService {
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
  read({ hash, clientId: ownerId }: TokenKey, { host, clientId, continues, models = TOKENS }: TokenRequest): Promise<IssuedToken | null> {
    return this.batcher.ask({ domain: host, clientId, ownerId, hash, models }, continues);
  }

  /** As `read`, for a request whose domain was found before. @returns null if the domain is not served any more */
  async readAgain({ id, name }: CachedDomain, presented: TokenKey): Promise<IssuedToken | null> {
    const issued = await this.read(presented, { host: name, clientId: null, continues: true });
    // The name may belong to a new domain by now.
    return issued?.current.domainId === id ? issued : null;
  }

  /** @returns null if it is no valid access token */
  async find(presented: PresentedToken, issued: IssuedToken): Promise<UserToken | ClientToken | null> {
    if (issued.record?.model !== 'AccessToken') return this.findClientToken(presented, issued);
    return issued.user ? this.findUserToken(presented, issued) : this.findExchangedToken(presented, issued);
  }

  /** @returns null if it is no user's token, or is not valid */
  async findUserToken(presented: PresentedToken, issued: IssuedToken): Promise<UserToken | null> {
    if (!issued.user) return null;
    const owner = await this.findOwner(presented, issued);
    return this.requireChain(owner && acceptUserToken(presented, issued, { ...owner, now: Date.now() }));
  }

  /** @returns null if it is no token of a client itself, or is not valid */
  async findClientToken(presented: PresentedToken, issued: IssuedToken): Promise<ClientToken | null> {
    const owner = await this.findOwner(presented, issued);
    return owner && acceptClientToken(presented, issued, { ...owner, now: Date.now() });
  }

  /** A token that a client got by exchange for one of a client itself. */
  private async findExchangedToken(presented: PresentedToken, issued: IssuedToken): Promise<ClientToken | null> {
    const owner = await this.findOwner(presented, issued);
    return this.requireChain(owner && acceptExchangedToken(presented, issued, { ...owner, now: Date.now() }));
  }

  /** @returns null if a token has ended from which this one was got by exchange: RFC 8693 */
  private async requireChain<Token extends ClientToken>(token: Token | null): Promise<Token | null> {
    if (!token?.exchange) return token;
    // All are asked for before any is awaited, so that one statement reads them.
    const links = await Promise.all(token.exchange.chain.map((link) => this.isIntact(link, token.domain)));
    // control: a token ends with each token that it was got for
    return links.every(Boolean) ? token : null;
  }

  private async isIntact(link: ChainLink, domain: CachedDomain): Promise<boolean> {
    const issued = await this.readAgain(domain, { hash: Buffer.from(link.hash, 'base64url'), clientId: link.clientId });
    const client = issued && (await this.clients.get(issued.owner, link.clientId));
    return client !== null && client.client.active && isIntactLink(link, issued!, { domain, client });
  }

  private async findOwner(presented: PresentedToken, { current, owner, record }: IssuedToken): Promise<TokenOwner | null> {
    const clientId = presented.clientId ?? record?.payload.clientId;
    if (typeof clientId !== 'string') return null;
    // Both are asked for before either is awaited, so that one statement reads them.
    const [domain, client] = await Promise.all([this.domains.get(current), this.clients.get(owner, clientId)]);
    // control: the access tokens of a deleted or inactive client are dead
    if (!client?.client.active) return null;
    return domain && { domain, client };
  }
}
