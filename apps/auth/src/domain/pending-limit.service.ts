import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { ClientAddressService } from './client-address.service.js';

/** The window in which requests of an address are counted. It equals the lifetime of an unused interaction. */
const WINDOW_SECONDS = 600;
/** The number of records of each kind that one sign-in can create. Each page with a passkey button requests a challenge when it opens. */
const KIND_FACTORS = { interaction: 1, 'pushed-request': 1, 'passkey-challenge': 4, 'federation-request': 1, 'device-code': 1 };

/** Kinds of records that an unauthenticated request creates. */
export type PendingKind = keyof typeof KIND_FACTORS;

/** A request that creates a pending record. */
export interface PendingRequest {
  domainId: string;
  kind: PendingKind;
  request: IncomingMessage;
}

/** Limits pending records: how many one address may create, and how many one domain may hold. */
@Injectable()
export class PendingLimitService {
  private readonly limiters: ReadonlyMap<PendingKind, RateLimiter>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'RATE_LIMIT' | 'SIGN_INS_PER_ADDRESS' | 'SIGN_INS_PER_DOMAIN'>,
    database: Database,
    private readonly addresses: ClientAddressService,
  ) {
    const kinds = settings.RATE_LIMIT === 'on' ? (Object.keys(KIND_FACTORS) as PendingKind[]) : [];
    this.limiters = new Map(
      kinds.map((kind) => {
        const requests = settings.SIGN_INS_PER_ADDRESS * KIND_FACTORS[kind];
        return [kind, new RateLimiter(database, { name: `begun-${kind}`, requests, window: WINDOW_SECONDS })];
      }),
    );
  }

  /** @returns the maximum number of live records of a kind in one domain */
  perDomain(kind: PendingKind): number {
    return this.settings.SIGN_INS_PER_DOMAIN * KIND_FACTORS[kind];
  }

  /** Counts a request for its address. @returns the seconds until the address may continue; null if it may now */
  async secondsToWait({ domainId, kind, request }: PendingRequest): Promise<number | null> {
    const key = fingerprint('pending limit', domainId, this.addresses.of(request)).toString('base64url');
    const state = await this.limiters.get(kind)?.consumeInDomain(domainId, key);
    return state === undefined || state.allowed ? null : state.resetsIn;
  }
}
