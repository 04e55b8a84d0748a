import { hashSecret } from '@latchkey/crypto';
import { splitScope } from '@latchkey/oauth';
import { getViolatedConstraint, type OidcPayloadRepository, type PayloadKey, type StoredPayload } from '@latchkey/persistence';
import { errors, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { findReadAhead } from './authorization-read.service.js';
import { DomainNotServedError } from '../errors/domain-not-served.error.js';
import { keepForSession, takeIssuedInSession } from './issued-in-session.js';
import { INTERACTION_SECONDS } from './lifetimes.js';
import { getRefreshTokenLeeway } from './refresh-token-leeway.js';
import { isPending, type PendingPayloadService } from './pending-payload.service.js';
import type { PayloadSerializer } from './payload-serializer.js';
import { translateOutage } from '../errors/temporarily-unavailable.error.js';

const TOKENS = new Set(['AccessToken', 'RefreshToken']);

/** Dependencies of all adapters of one domain. */
export interface DomainStorage {
  domainId: string;
  payloads: OidcPayloadRepository;
  stored: PayloadSerializer;
  pending: PendingPayloadService;
}

/**
 * Stores what oidc-provider issues in one domain, keyed by the SHA-256 of its id. The database decides which concurrent use comes first.
 */
export class OidcAdapter implements Adapter {
  protected readonly domainId: string;
  protected readonly payloads: OidcPayloadRepository;
  protected readonly pending: PendingPayloadService;
  private readonly stored: PayloadSerializer;

  constructor(
    { domainId, payloads, stored, pending }: DomainStorage,
    protected readonly model: string,
  ) {
    this.domainId = domainId;
    this.payloads = payloads;
    this.stored = stored;
    this.pending = pending;
  }

  /** A session without a user is not stored, because oidc-provider never reads it again. */
  upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    return translateOutage(async () => {
      if (this.model === 'Session' && !payload.accountId) return;
      await rejectIfDomainDeleted(() => this.store(id, payload, expiresIn));
    });
  }

  /** Marks an interaction as used: see PendingPayloadService. */
  touch(id: string): Promise<void> {
    return translateOutage(() => this.pending.touch(this.key(id), INTERACTION_SECONDS));
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return translateOutage(async () => {
      const stored = await this.findStored(this.key(id));
      return stored && this.stored.fromStored(id, this.getLeeway() > 0 ? { ...stored, consumed: undefined } : stored);
    });
  }

  /** The record lacks its id, which only the cookie has. Read it, but do not save it. */
  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return translateOutage(() => this.payloads.findByUid({ domainId: this.domainId, model: this.model, uid }));
  }

  /** Only device codes have user codes: see DeviceCodeAdapter. */
  findByUserCode(_userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Only one of concurrent attempts to use a code or refresh token succeeds. The others indicate a replay, which revokes everything issued
   * under the grant. Within its client's leeway a refresh token may be used again: decision 57.
   */
  consume(id: string): Promise<void> {
    return translateOutage(async () => {
      if (await this.payloads.consume(this.key(id), this.getLeeway())) return;
      const payload = await this.payloads.find(this.key(id));
      if (typeof payload?.grantId === 'string') await this.revokeByGrantId(payload.grantId);
      throw new errors.InvalidGrant(`${this.model} has been used already`);
    });
  }

  destroy(id: string): Promise<void> {
    return translateOutage(() => (this.model === 'Session' ? this.remove(id) : this.payloads.delete(this.key(id))));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return translateOutage(() => this.payloads.deleteGrant(this.domainId, grantId));
  }

  protected async store(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const key = this.key(id);
    if (this.model === 'ReplayDetection') return this.insert(id, payload, expiresIn ?? 0);
    const stored = this.stored.toStored(id, this.owned(payload));
    if (isPending(key)) return this.pending.put(key, stored, expiresIn!);
    if (keepForSession({ ...key, payload: stored, expiresIn: expiresIn! })) return;
    const issued = this.model === 'Session' ? takeIssuedInSession() : [];
    if (!(await this.payloads.put({ ...key, issued }, stored, expiresIn ?? null))) this.refuseUnsupported(issued);
  }

  private async findStored(key: PayloadKey): Promise<StoredPayload | undefined> {
    const read = this.model === 'Session' ? findReadAhead(this.domainId) : undefined;
    return read?.hash.equals(key.hash) ? read.issued.record?.payload : this.payloads.find(key);
  }

  /** oidc-provider looks up a proof before it stores it. In between, another proof with the same id could pass. */
  private async insert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const first = await this.payloads.putIfAbsent(this.key(id), this.stored.toStored(id, payload), expiresIn);
    if (!first) throw new errors.InvalidRequest('the proof has been used already');
  }

  private async remove(id: string): Promise<void> {
    const session = await this.payloads.find(this.key(id));
    if (typeof session?.['uid'] === 'string') await this.payloads.endSession(this.domainId, session['uid']);
  }

  /** The grant ends with the session, unless the user has allowed offline access: OpenID Connect Core section 11. */
  protected owned(payload: AdapterPayload): AdapterPayload {
    if (this.model === 'Session') return { ...payload, seenAt: Math.floor(Date.now() / 1_000) };
    // The grant is deleted together with everything issued under it, so nothing issued at this moment can outlive it.
    if (this.model === 'Grant') return { ...payload, grantId: payload.jti };
    const isOffline = this.model === 'RefreshToken' || splitScope(payload.scope ?? '').includes('offline_access');
    return { ...payload, sessionUid: isOffline ? undefined : payload.sessionUid };
  }

  /** The leeway in seconds. If there is one, `find` lets `consume`, and so the database, decide whether a token is reused too late. */
  private getLeeway(): number {
    return this.model === 'RefreshToken' ? getRefreshTokenLeeway(Provider.ctx) : 0;
  }

  /** The payload belongs to a user who can no longer sign in. There is no session left to notify clients about. */
  private refuseUnsupported(issued: readonly unknown[]): void {
    if (this.model === 'Session' && issued.length === 0) return;
    const message = 'the user may not sign in any more';
    throw TOKENS.has(this.model) ? new errors.InvalidGrant(message) : new errors.AccessDenied(message);
  }

  protected key(id: string): PayloadKey {
    return { domainId: this.domainId, model: this.model, hash: hashSecret(id) };
  }
}

/** @throws DomainNotServedError if the domain's own row was removed while its request was answered */
async function rejectIfDomainDeleted(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw getViolatedConstraint(error) === 'oidc_payload_domain' ? new DomainNotServedError() : error;
  }
}
