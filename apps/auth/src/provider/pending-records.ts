import { Injectable } from '@nestjs/common';
import { PendingPayloadRepository, type PayloadKey, type PendingModel, type StoredPayload } from '@latchkey/persistence';
import { Provider } from 'oidc-provider';
import { PendingLimits, type PendingKind } from '../domain/pending-limits.js';
import { TooManyPending } from '../domain/too-many-pending.js';
import { INTERACTION_SECONDS, UNTOUCHED_INTERACTION_SECONDS } from './lifetimes.js';
import { TooManyRequests } from './too-many-requests.js';

const KINDS: Readonly<Record<PendingModel, PendingKind>> = { Interaction: 'interaction', PushedAuthorizationRequest: 'pushed-request' };

export type PendingKey = PayloadKey & { model: PendingModel };

export function isPending(key: PayloadKey): key is PendingKey {
  return Object.hasOwn(KINDS, key.model);
}

/** Stores records of oidc-provider that unauthenticated requests create, within PendingLimits. */
@Injectable()
export class PendingRecords {
  constructor(
    private readonly payloads: PendingPayloadRepository,
    private readonly limits: PendingLimits,
  ) {}

  /** @param lifetime seconds @throws TooManyRequests */
  async put(key: PendingKey, payload: StoredPayload, lifetime: number): Promise<void> {
    if (key.model === 'Interaction' && (await this.payloads.replace(key, payload, lifetime))) return;
    const touched = isAuthenticated(payload);
    try {
      if (!touched) await this.count(key);
      await this.create(key, payload, { lifetime, touched });
    } catch (error) {
      if (!(error instanceof TooManyPending)) throw error;
      Provider.ctx?.set('Retry-After', String(error.retryAfter));
      throw new TooManyRequests();
    }
  }

  /** Marks an interaction as touched by its user: it lives longer, and is not evicted. */
  touch(key: PayloadKey): Promise<void> {
    return this.payloads.touch(key, INTERACTION_SECONDS);
  }

  private async create(key: PendingKey, payload: StoredPayload, { lifetime, touched }: { lifetime: number; touched: boolean }) {
    const maxLifetime = key.model === 'Interaction' && !touched ? UNTOUCHED_INTERACTION_SECONDS : lifetime;
    const limit = this.limits.perDomain(KINDS[key.model]);
    const pending = { lifetime: Math.min(lifetime, maxLifetime), touched, limit };
    if (!(await this.payloads.create(key, payload, pending))) throw new TooManyPending();
  }

  private async count({ domainId, model }: PendingKey): Promise<void> {
    const request = Provider.ctx?.req;
    const seconds = request ? await this.limits.secondsToWait({ domainId, kind: KINDS[model], request }) : null;
    if (seconds !== null) throw new TooManyPending(seconds);
  }
}

/** After a sign-in oidc-provider creates a further interaction, for consent. `trusted`: the client has authenticated with a secret. */
function isAuthenticated({ lastSubmission, trusted }: StoredPayload): boolean {
  return lastSubmission !== undefined || trusted === true;
}
