import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { ClientAddressService } from './client-address.service.js';
import { TooManyRefusedTokensError } from './too-many-refused-tokens.error.js';

/** Per address, domain and window. A client with a wrong key or clock sends fewer. */
export const MAX_REFUSED_TOKENS = 100;
const WINDOW_MS = 60_000;
/** Beyond this number, the address that has been idle longest is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Count {
  refused: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/**
 * Limits the JWTs of anonymous senders: client assertions, request objects, DPoP proofs and logout tokens. It counts only refused JWTs, by
 * address and domain, so that accepted ones cost nothing and the clients of one domain do not affect those of another. The counts are in
 * this process's memory, because a count in the database would cost more than the verification that it saves.
 */
@Injectable()
export class RefusedTokenLimitService {
  private readonly counts = new LRUCache<string, Count>({ max: MAX_ADDRESSES });
  private readonly isLimited: boolean;

  constructor(
    @Inject(SETTINGS) { RATE_LIMIT }: Pick<AuthSettings, 'RATE_LIMIT'>,
    private readonly addresses: ClientAddressService,
  ) {
    this.isLimited = RATE_LIMIT === 'on';
  }

  /** @param domainName of the domain that the token is for @throws TooManyRefusedTokensError before any part of a token is verified */
  check(request: IncomingMessage, domainName: string): void {
    const now = Date.now();
    const count = this.isLimited ? this.find(request, domainName, now) : null;
    if (count && count.refused >= MAX_REFUSED_TOKENS) throw new TooManyRefusedTokensError(Math.ceil((count.endsAt - now) / 1_000));
  }

  /** Counts a refused token. */
  record(request: IncomingMessage, domainName: string): void {
    if (!this.isLimited) return;
    const now = Date.now();
    const count = this.find(request, domainName, now) ?? { refused: 0, endsAt: now + WINDOW_MS };
    count.refused += 1;
    this.counts.set(this.keyOf(request, domainName), count);
  }

  private find(request: IncomingMessage, domainName: string, now: number): Count | null {
    const count = this.counts.get(this.keyOf(request, domainName));
    return count && count.endsAt > now ? count : null;
  }

  private keyOf(request: IncomingMessage, domainName: string): string {
    return `${domainName} ${this.addresses.of(request)}`;
  }
}
