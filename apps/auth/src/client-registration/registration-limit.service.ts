import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { IncomingMessage } from 'node:http';
import { ClientAddressService } from '../domain/client-address.service.js';
import type { CachedDomain } from '../domain/cached-domain.js';
import { SETTINGS } from '../settings/settings.module.js';
import { RegistrationError } from './registration.error.js';

const ADDRESS_LIMIT = { name: 'register-address', requests: 60, window: 600 };
const DOMAIN_LIMIT = { name: 'register', requests: 600, window: 600 };

/** Limits registrations of clients, by the address and by the domain. */
@Injectable()
export class RegistrationLimitService {
  private readonly byAddress: RateLimiter;
  private readonly byDomain: RateLimiter;
  private readonly isLimited: boolean;

  constructor(
    @Inject(SETTINGS) { RATE_LIMIT }: Pick<AuthSettings, 'RATE_LIMIT'>,
    database: Database,
    private readonly addresses: ClientAddressService,
  ) {
    this.isLimited = RATE_LIMIT === 'on';
    this.byAddress = new RateLimiter(database, ADDRESS_LIMIT);
    this.byDomain = new RateLimiter(database, DOMAIN_LIMIT);
  }

  /** Counts a registration, also one that is refused later. @throws RegistrationError temporarily_unavailable */
  async count({ id }: CachedDomain, request: IncomingMessage): Promise<void> {
    if (!this.isLimited) return;
    const key = fingerprint('register address', id, this.addresses.of(request)).toString('base64url');
    // control: an address registers a limited number of clients
    const address = await this.byAddress.consumeInDomain(id, key);
    if (!address.allowed) throw createLimitError('from this address', address.resetsIn);
    const domain = await this.byDomain.consumeInDomain(id, 'all');
    if (!domain.allowed) throw createLimitError('at this server', domain.resetsIn);
  }
}

function createLimitError(where: string, seconds: number): RegistrationError {
  const description = `Too many clients were registered ${where}. Try again in ${seconds} seconds, and keep the client_id for later.`;
  return new RegistrationError('temporarily_unavailable', description, { 'Retry-After': String(seconds) });
}
