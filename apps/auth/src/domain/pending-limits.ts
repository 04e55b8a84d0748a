import { Inject, Injectable } from '@nestjs/common';
import type { AuthSettings } from '@latchkey/config';
import { fingerprint } from '@latchkey/crypto';
import { Database, RateLimiter } from '@latchkey/persistence';
import type { IncomingMessage } from 'node:http';
import { SETTINGS } from '../settings/settings.module.js';
import { ClientAddresses } from './client-addresses.js';

/** Seconds within which requests of one address are counted: as long as a sign-in waits for somebody. */
const WINDOW = 600;
/** How many of each kind belong to one sign-in. Each of its pages asks for a challenge when it opens. */
const KINDS = { interaction: 1, 'pushed-request': 1, 'passkey-challenge': 4, 'federation-request': 1 };

/** What anybody can begin, without having shown who they are: a row of the database is kept for each. */
export type PendingKind = keyof typeof KINDS;

/** Whose request it is. */
export interface PendingRequest {
  domainId: string;
  kind: PendingKind;
  request: IncomingMessage;
}

/** How much of what waits for people may be begun: from one address, and pending in one domain. */
@Injectable()
export class PendingLimits {
  private readonly limiters: ReadonlyMap<PendingKind, RateLimiter>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Pick<AuthSettings, 'RATE_LIMIT' | 'SIGN_INS_PER_ADDRESS' | 'SIGN_INS_PER_DOMAIN'>,
    database: Database,
    private readonly addresses: ClientAddresses,
  ) {
    const kinds = settings.RATE_LIMIT === 'on' ? (Object.keys(KINDS) as PendingKind[]) : [];
    this.limiters = new Map(
      kinds.map((kind) => {
        const requests = settings.SIGN_INS_PER_ADDRESS * KINDS[kind];
        return [kind, new RateLimiter(database, { name: `begun-${kind}`, requests, window: WINDOW })];
      }),
    );
  }

  /** How many of a kind may be pending in one domain. */
  perDomain(kind: PendingKind): number {
    return this.settings.SIGN_INS_PER_DOMAIN * KINDS[kind];
  }

  /** Counts a request for its address. @returns null; if there were too many: the seconds until there may be another one */
  async secondsToWait({ domainId, kind, request }: PendingRequest): Promise<number | null> {
    const key = fingerprint('pending limit', domainId, this.addresses.of(request)).toString('base64url');
    const state = await this.limiters.get(kind)?.consumeWithin(domainId, key);
    return state === undefined || state.allowed ? null : state.resetsIn;
  }
}
