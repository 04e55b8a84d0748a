import { Injectable } from '@nestjs/common';
import { CredentialRepository } from '@latchkey/persistence';
import { OfferedProviders } from '../federation/offered-providers.js';
import type { AccountVisit } from './account-visit.js';

/** Whose account it is, as they know it themselves. */
export interface AccountHolder {
  /** Their name, else their username. */
  account: string;
  /** They sign in by a provider. */
  federated: boolean;
  /** How it is called. */
  provider: string | null;
}

@Injectable()
export class AccountHolders {
  constructor(
    private readonly holders: CredentialRepository,
    private readonly providers: OfferedProviders,
  ) {}

  async of({ domain, session: { sub, identityProvider } }: AccountVisit): Promise<AccountHolder> {
    const federated = identityProvider !== 'local';
    const holder = await this.holders.findHolder(domain.id, sub);
    const provider = federated ? await this.providers.displayNameOf(domain, identityProvider) : null;
    return { account: nameOf(holder?.attributes ?? {}), federated, provider };
  }
}

function nameOf({ name, preferred_username: username }: Record<string, unknown>): string {
  return [name, username].find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? '';
}
