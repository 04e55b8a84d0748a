import { Injectable } from '@nestjs/common';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import { ClientAddressService } from '../../domain/client-address.service.js';
import type { DomainRequest } from '../../domain/served-domain.service.js';

/** Wrong codes of one address. Users who mistype a code get a few attempts. */
const ADDRESS_LIMIT = { name: 'device-code-address', requests: 10, window: 900 };
/** Wrong codes of all addresses. With a thousand codes waiting, so many guesses find one in 25,000 windows: RFC 8628 section 5.1. */
const DOMAIN_LIMIT = { name: 'device-code-domain', requests: 1_000, window: 900 };

/** Counts wrong user codes across all replicas, so that nobody finds a code by trying. */
@Injectable()
export class DeviceCodeLimitService {
  private readonly addressLimiter: RateLimiter;
  private readonly domainLimiter: RateLimiter;

  constructor(
    database: Database,
    private readonly addresses: ClientAddressService,
  ) {
    this.addressLimiter = new RateLimiter(database, ADDRESS_LIMIT);
    this.domainLimiter = new RateLimiter(database, DOMAIN_LIMIT);
  }

  /** Counts an attempt before the code is looked up, so that concurrent attempts count too. @returns whether it may be looked up */
  async countAttempt(current: DomainRequest): Promise<boolean> {
    const { id } = current.domain;
    // control: an address enters a limited number of wrong user codes
    if (!(await this.addressLimiter.consumeInDomain(id, this.addressKey(current))).allowed) return false;
    // control: a domain takes a limited number of wrong user codes
    return (await this.domainLimiter.consumeInDomain(id, DOMAIN_KEY)).allowed;
  }

  /** Reverts the count of a correct code. */
  async refund(current: DomainRequest): Promise<void> {
    await this.addressLimiter.refundInDomain(current.domain.id, this.addressKey(current));
    await this.domainLimiter.refundInDomain(current.domain.id, DOMAIN_KEY);
  }

  private addressKey({ request, domain }: DomainRequest): string {
    return fingerprint('device code', domain.id, this.addresses.of(request)).toString('base64url');
  }
}

const DOMAIN_KEY = 'all';
