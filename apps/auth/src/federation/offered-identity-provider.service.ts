import { Injectable } from '@nestjs/common';
import { getMailDomain } from '@latchkey/oauth';
import {
  ServedIdentityProviderRepository,
  type HomeIdentityProvider,
  type OfferedIdentityProvider,
  type ServedClient,
} from '@latchkey/persistence';
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

  /**
   * The enabled identity provider of the mail domain of what a person typed, whether or not the person exists, and whether or not the client
   * offers it.
   */
  async findHome({ id }: Pick<CachedDomain, 'id'>, typed: string): Promise<HomeIdentityProvider | null> {
    const mailDomain = getMailDomain(typed);
    return mailDomain === null ? null : this.providers.findHome(id, mailDomain);
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
