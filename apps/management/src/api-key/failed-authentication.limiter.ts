import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Problem } from '@latchkey/problem';
import { clientAddressReader, type ClientAddressOf } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { SETTINGS } from '../settings/settings.module.js';

/** Per address and window. People who mistype a key need fewer; a program that keeps using a revoked key is slowed down. */
export const MAX_WRONG_KEYS = 30;
const WINDOW_MS = 60_000;
/** Beyond this number, the address that has been idle longest is forgotten. */
const MAX_ADDRESSES = 10_000;

interface Count {
  wrong: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
}

/**
 * Counts the wrong API keys and access tokens from an address in this process's memory, because a count in the database would make each wrong key more
 * expensive than a correct one. Only wrong keys are rejected, so others behind the same address are not locked out.
 */
@Injectable()
export class FailedAuthenticationLimiter {
  private readonly counts = new LRUCache<string, Count>({ max: MAX_ADDRESSES });
  private readonly addressOf: ClientAddressOf;
  private readonly isLimited: boolean;

  constructor(@Inject(SETTINGS) { TRUST_PROXY, RATE_LIMIT }: Pick<ManagementSettings, 'TRUST_PROXY' | 'RATE_LIMIT'>) {
    this.addressOf = clientAddressReader(TRUST_PROXY);
    this.isLimited = RATE_LIMIT === 'on';
  }

  /**
   * Counts a request with a wrong key.
   *
   * @throws Problem too-many-requests if it exceeds the limit
   */
  count(request: IncomingMessage): void {
    if (!this.isLimited) return;
    const now = Date.now();
    const address = this.addressOf(request);
    const known = this.counts.get(address);
    const count = known && known.endsAt > now ? known : { wrong: 0, endsAt: now + WINDOW_MS };
    count.wrong += 1;
    this.counts.set(address, count);
    // control: wrong API keys are limited by address
    if (count.wrong > MAX_WRONG_KEYS) throw createTooManyRequestsProblem(Math.ceil((count.endsAt - now) / 1_000));
  }
}

function createTooManyRequestsProblem(seconds: number): Problem {
  const detail = `Too many wrong API keys or access tokens have come from this address. Check yours; wrong ones are looked at again in ${seconds} seconds.`;
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(seconds) } });
}
