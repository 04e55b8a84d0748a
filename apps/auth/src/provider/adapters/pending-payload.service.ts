import { Injectable } from '@nestjs/common';
import { PendingPayloadRepository, type PayloadKey, type PendingModel, type StoredPayload } from '@latchkey/persistence';
import { Provider } from 'oidc-provider';
import { isMetadataDocumentId } from '../../client/metadata-document/client-id-url.js';
import { PendingLimitService, type PendingKind } from '../../domain/pending-limit.service.js';
import { TooManyPendingError } from '../../domain/too-many-pending.error.js';
import { UNTOUCHED_INTERACTION_SECONDS } from './lifetimes.js';
import { TooManyRequestsError } from '../errors/too-many-requests.error.js';

const PENDING_KINDS: Readonly<Record<PendingModel, PendingKind>> = {
  Interaction: 'interaction',
  PushedAuthorizationRequest: 'pushed-request',
  DeviceCode: 'device-code',
};

export type PendingKey = PayloadKey & { model: PendingModel };

export function isPending(key: PayloadKey): key is PendingKey {
  return Object.hasOwn(PENDING_KINDS, key.model);
}

/** Stores records of oidc-provider that unauthenticated requests create, within PendingLimitService. */
@Injectable()
export class PendingPayloadService {
  constructor(
    private readonly payloads: PendingPayloadRepository,
    private readonly limits: PendingLimitService,
  ) {}

  /** @param lifetime seconds @throws TooManyRequestsError */
  async put(key: PendingKey, payload: StoredPayload, lifetime: number): Promise<void> {
    if (key.model === 'Interaction' && (await this.payloads.replace(key, payload, lifetime))) return;
    const touched = isAuthenticated(payload) || isOfConfidentialClient(key);
    try {
      if (!touched) await this.countByAddress(key);
      await this.create(key, payload, { lifetime, touched });
    } catch (error) {
      if (!(error instanceof TooManyPendingError)) throw error;
      Provider.ctx?.set('Retry-After', String(error.retryAfter));
      throw new TooManyRequestsError();
    }
  }

  /** Marks a record as used: it is not evicted, and ends `lifetime` seconds after its creation. */
  touch(key: PayloadKey, lifetime: number): Promise<void> {
    return this.payloads.touch(key, lifetime);
  }

  private async create(key: PendingKey, payload: StoredPayload, { lifetime, touched }: { lifetime: number; touched: boolean }) {
    const maxLifetime = key.model === 'Interaction' && !touched ? UNTOUCHED_INTERACTION_SECONDS : lifetime;
    const limit = this.limits.perDomain(PENDING_KINDS[key.model]);
    const pending = { lifetime: Math.min(lifetime, maxLifetime), touched, limit };
    if (!(await this.payloads.create(key, payload, pending))) throw new TooManyPendingError();
  }

  private async countByAddress({ domainId, model }: PendingKey): Promise<void> {
    const request = Provider.ctx?.req;
    const seconds = request ? await this.limits.secondsToWait({ domainId, kind: PENDING_KINDS[model], request }) : null;
    if (seconds !== null) throw new TooManyPendingError(seconds);
  }
}

/**
 * After a sign-in oidc-provider creates another interaction for consent. `trusted` means that the client has authenticated with a secret.
 */
function isAuthenticated({ lastSubmission, trusted }: StoredPayload): boolean {
  return lastSubmission !== undefined || (trusted === true && !isOfDocumentClient());
}

/** Anyone can publish a document with keys, so that authentication by them lifts no limit. */
function isOfDocumentClient(): boolean {
  return isMetadataDocumentId(Provider.ctx?.oidc.client?.clientId ?? '');
}

/** A device authorization request has authenticated its client, unless the client is public. */
function isOfConfidentialClient({ model }: PendingKey): boolean {
  return model === 'DeviceCode' && !isOfDocumentClient() && Provider.ctx?.oidc.client?.tokenEndpointAuthMethod !== 'none';
}
