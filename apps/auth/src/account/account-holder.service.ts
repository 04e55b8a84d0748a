import { Injectable } from '@nestjs/common';
import { CredentialRepository, type CredentialHolder } from '@latchkey/persistence';
import { OfferedIdentityProviderService } from '../federation/offered-identity-provider.service.js';
import type { AgentItem, ApplicationItem } from '../pages/views/account-view-models.js';
import { AccountApplicationService } from './account-application.service.js';
import { AccountAgentService } from './account-agent.service.js';
import type { AccountContext } from './account-context.js';

/** The account's owner, as the account page displays it. */
export interface AccountHolder {
  /** The user's name, or the username without one. */
  account: string;
  username: string;
  /** Whether the user signs in with an identity provider. */
  federated: boolean;
  /** Display name of the identity provider; null for local users. */
  provider: string | null;
  /** The agents of the user that have not ended. */
  agents: readonly AgentItem[];
  /** The applications that may act for the user. */
  applications: readonly ApplicationItem[];
  /** The `zoneinfo` attribute; null if the user has none. */
  timeZone: string | null;
}

@Injectable()
export class AccountHolderService {
  constructor(
    private readonly credentials: CredentialRepository,
    private readonly providers: OfferedIdentityProviderService,
    private readonly agents: AccountAgentService,
    private readonly applications: AccountApplicationService,
  ) {}

  /** The username, which confirms that the user means this account; empty if there is none. */
  async findUsername({ domain, session }: AccountContext): Promise<string> {
    return getUsername(await this.credentials.findHolder(domain.id, session.sub));
  }

  async load(account: AccountContext): Promise<AccountHolder> {
    const { domain, session } = account;
    const { sub, identityProvider } = session;
    const federated = identityProvider !== 'local';
    const holder = await this.credentials.findHolder(domain.id, sub);
    const provider = federated ? await this.providers.findDisplayName(domain, identityProvider) : null;
    const timeZone = getTimeZone(holder);
    const [agents, applications] = await Promise.all([this.agents.list(account), this.applications.list(account)]);
    const username = getUsername(holder);
    return { account: chooseDisplayName(holder?.attributes ?? {}), username, federated, provider, timeZone, agents, applications };
  }

  /** The `zoneinfo` attribute; null if the user has none. */
  async findTimeZone({ domain, session }: AccountContext): Promise<string | null> {
    return getTimeZone(await this.credentials.findHolder(domain.id, session.sub));
  }
}

function getTimeZone(holder: CredentialHolder | null): string | null {
  const { zoneinfo } = holder?.attributes ?? {};
  return typeof zoneinfo === 'string' ? zoneinfo : null;
}

function getUsername(holder: CredentialHolder | null): string {
  return String(holder?.attributes['preferred_username'] ?? '');
}

function chooseDisplayName({ name, preferred_username: username }: Record<string, unknown>): string {
  return [name, username].find((candidate): candidate is string => typeof candidate === 'string' && candidate !== '') ?? '';
}
