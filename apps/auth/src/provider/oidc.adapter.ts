import type { OidcPayloadRepository, PayloadKey, StoredPayload } from '@latchkey/persistence';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { unavailableIfOutage } from './unavailable.js';

/** Stores what oidc-provider issues in one domain. The database decides who was first. */
export class OidcAdapter implements Adapter {
  constructor(
    private readonly domainId: string,
    private readonly model: string,
    private readonly payloads: OidcPayloadRepository,
  ) {}

  upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    return unavailableIfOutage(async () => {
      if (this.model === 'ReplayDetection') await this.record(id, payload, expiresIn ?? 0);
      else await this.payloads.put(this.key(id), payload as StoredPayload, expiresIn ?? null);
    });
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    return unavailableIfOutage(() => this.payloads.find(this.key(id)));
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return unavailableIfOutage(() => this.payloads.findByUid(this.key(uid)));
  }

  findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return unavailableIfOutage(() => this.payloads.findByUserCode(this.key(userCode)));
  }

  /** Of any number of attempts to use a code or refresh token one succeeds; the others reveal a replay, which ends all that was issued. */
  consume(id: string): Promise<void> {
    return unavailableIfOutage(async () => {
      if (await this.payloads.consume(this.key(id))) return;
      const payload = await this.payloads.find(this.key(id));
      if (typeof payload?.grantId === 'string') await this.revokeByGrantId(payload.grantId);
      throw new errors.InvalidGrant(`${this.model} has been used already`);
    });
  }

  destroy(id: string): Promise<void> {
    return unavailableIfOutage(() => this.payloads.delete(this.key(id)));
  }

  revokeByGrantId(grantId: string): Promise<void> {
    return unavailableIfOutage(() => this.payloads.deleteGrant(this.domainId, grantId));
  }

  /** oidc-provider looks first and stores then: between the two another proof of the same id could pass. */
  private async record(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const first = await this.payloads.putNew(this.key(id), payload as StoredPayload, expiresIn);
    if (!first) throw new errors.InvalidRequest('the proof has been used already');
  }

  private key(id: string): PayloadKey {
    return { domainId: this.domainId, model: this.model, id };
  }
}
