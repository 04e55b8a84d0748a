import { Injectable } from '@nestjs/common';
import type { CachedDomain } from '../domain/cached-domain.js';
import { ProviderPool } from '../provider/provider.pool.js';

/** A valid access token of a client itself, which has had it by the client credentials grant. */
export interface ClientToken {
  clientId: string;
  scopes: readonly string[];
  audiences: readonly string[];
  /** What it is bound to: RFC 9449 section 6.1, RFC 8705 section 3.1; null: nothing. */
  keyThumbprint: string | null;
  certificateThumbprint: string | null;
}

interface StoredToken {
  clientId: string;
  scope?: string;
  aud?: string | string[];
  jkt?: string;
  'x5t#S256'?: string;
}

/** Verifies access tokens of clients for our own endpoints, as introspection does. */
@Injectable()
export class ClientTokenService {
  constructor(private readonly providers: ProviderPool) {}

  /** @returns null if it is no such token of the domain, has expired or was revoked, or its client was removed */
  async find(domain: CachedDomain, value: string): Promise<ClientToken | null> {
    const { provider } = this.providers.get(domain);
    const token = (await provider.ClientCredentials.find(value)) as unknown as StoredToken | undefined;
    if (!token) return null;
    return {
      clientId: token.clientId,
      scopes: token.scope?.split(' ') ?? [],
      audiences: [token.aud ?? []].flat(),
      keyThumbprint: token.jkt ?? null,
      certificateThumbprint: token['x5t#S256'] ?? null,
    };
  }
}
