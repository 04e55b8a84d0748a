import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository, type OfferedIdentityProvider, type ServedClient } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** Finds the identity providers that a client offers for the sign-in. */
@Injectable()
export class OfferedIdentityProviderService {
  constructor(private readonly providers: ServedIdentityProviderRepository) {}

  /** @returns the enabled identity providers of the domain that the client allows, oldest first */
  async listForClient({ id }: Pick<CachedDomain, 'id'>, client: Pick<ServedClient, 'providers'>): Promise<OfferedIdentityProvider[]> {
    const all = await this.providers.list(id);
    return all.filter(({ name }) => allowsIdentityProvider(client, name));
  }

  /** Finds the display name of an identity provider, enabled or not. @returns null if it does not exist */
  async findDisplayName({ id }: Pick<CachedDomain, 'id'>, name: string): Promise<string | null> {
    return (await this.providers.findIncludingDisabled(id, name))?.displayName ?? null;
  }
}

/** Whether the client allows users of the identity provider. */
export function allowsIdentityProvider({ providers }: Pick<ServedClient, 'providers'>, provider: string): boolean {
  return providers === null || providers === undefined || providers.includes(provider);
}
