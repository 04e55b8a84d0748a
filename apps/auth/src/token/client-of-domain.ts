import { ClientAccessTokens } from '../client/access-token.js';
import type { ClientRecord } from '../client/client-record.js';
import type { DomainRecord } from '../domain/domain-record.js';
import type { PlainRequest } from './plain-request.js';

/**
 * A client and its domain, as what was built of their rows while these were current. What most requests get lies in the pair itself: of thousands
 * of domains, memory is what a token waits for most.
 */
export class ClientOfDomain {
  private standard: ClientAccessTokens | null = null;
  /** Milliseconds since the epoch, from which on another key signs; null: there is none yet. */
  private nextKeyFrom: number | null = null;

  constructor(
    private readonly domain: DomainRecord,
    private readonly client: ClientRecord,
  ) {}

  /**
   * The tokens of the client credentials grant (RFC 6749 section 4.4) that a request is for.
   *
   * @param now milliseconds since the epoch
   * @returns null if any part of the request is to be refused
   */
  tokensFor(plain: PlainRequest, now: number): ClientAccessTokens | null {
    if (!this.client.actsForItself || !this.client.hasSecret(plain.clientSecret)) return null;
    if (plain.scope !== undefined || plain.resource !== undefined) return this.build(plain, now);
    if (this.standard === null || (this.nextKeyFrom !== null && now >= this.nextKeyFrom)) {
      this.standard = this.build(plain, now);
      this.nextKeyFrom = this.domain.nextKeyFrom(now);
    }
    return this.standard;
  }

  private build({ scope: requested, resource }: PlainRequest, now: number): ClientAccessTokens | null {
    const { issuer } = this.domain;
    const { accessTokenExpiry: expiry } = this.client;
    const { clientId } = this.client.client;
    const scope = this.client.grantScope(requested);
    const audience = this.client.audience(resource, issuer);
    if (scope === null || audience === null) return null;
    return new ClientAccessTokens({ issuer, clientId, audience, scope, expiry }, this.domain.signingKey(now));
  }
}
