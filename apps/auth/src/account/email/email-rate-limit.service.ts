import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { ClientAddressService } from '../../domain/client-address.service.js';
import { SETTINGS } from '../../settings/settings.module.js';
import type { AccountContext } from '../account-context.js';

const WINDOW_SECONDS = 900;

/** Limits the links to new addresses, by the settings for sign-in links: nobody can flood a mailbox with them. */
@Injectable()
export class EmailRateLimitService {
  /** By what they count; null: there are no limits. */
  private readonly limiters: Readonly<Record<'user' | 'recipient' | 'peer' | 'domain', RateLimiter>> | null;

  constructor(
    @Inject(SETTINGS) settings: AuthSettings,
    database: Database,
    private readonly clientAddresses: ClientAddressService,
  ) {
    const { MAGIC_LINKS_PER_USER: perUser, MAGIC_LINKS_PER_ADDRESS: perAddress, MAGIC_LINKS_PER_DOMAIN: perDomain } = settings;
    const create = (name: string, requests: number) => new RateLimiter(database, { name, requests, window: WINDOW_SECONDS });
    this.limiters = settings.limitsMagicLinks
      ? {
          peer: create('email-peer', perAddress),
          user: create('email-user', perUser),
          recipient: create('email-recipient', perUser),
          domain: create('email-domain', perDomain),
        }
      : null;
  }

  /** Counts a link. @returns whether it exceeds a limit */
  async isExceeded({ domain, session, request }: AccountContext, to: string): Promise<boolean> {
    if (!this.limiters) return false;
    const values = { peer: this.clientAddresses.of(request), user: session.sub, recipient: to.toLowerCase(), domain: '' };
    for (const [kind, limiter] of Object.entries(this.limiters)) {
      const key = fingerprint('email limit', domain.id, kind, values[kind as keyof typeof values]).toString('base64url');
      // control: people cannot have many links sent to an address
      if (!(await limiter.consumeInDomain(domain.id, key)).allowed) return true;
    }
    return false;
  }
}
