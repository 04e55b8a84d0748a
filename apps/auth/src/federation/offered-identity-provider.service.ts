import { Injectable } from '@nestjs/common';
import { ServedIdentityProviderRepository, type OfferedIdentityProvider, type ServedClient } from '@latchkey/persistence';
import type { CachedDomain } from '../domain/cached-domain.js';

/** The identity providers by which people can sign in to a client. */
@Injectable()
export class OfferedIdentityProviderService {
  constructor(private readonly providers: ServedIdentityProviderRepository) {}

  /** Those of the domain that are switched on, and that the client takes; oldest first. */
  async listForClient({ id }: Pick<CachedDomain, 'id'>, client: Pick<ServedClient, 'providers'>): Promise<OfferedIdentityProvider[]> {
    const all = await this.providers.list(id);
    return all.filter(({ name }) => allowsIdentityProvider(client, name));
  }

  /** How people know a provider, be it switched off meanwhile. @returns null if there is none of the name */
  async findDisplayName({ id }: Pick<CachedDomain, 'id'>, name: string): Promise<string | null> {
    return (await this.providers.findEvenOff(id, name))?.displayName ?? null;
  }
}

/** Whether users of a provider may sign in to the client. */
export function allowsIdentityProvider({ providers }: Pick<ServedClient, 'providers'>, provider: string): boolean {
  return providers === null || providers === undefined || providers.includes(provider);
}
