import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { generateSigningKey, Encryptor, signingKeyContext, type GeneratedSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import { Database, DomainRepository, SigningKeyRepository } from '@latchkey/persistence';
import { LogService } from '../log/log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PUBLICATION_LEAD_SECONDS, RETIREMENT_GRACE_SECONDS } from './key-schedule.js';

/** Signing keys: made, rotated and retired. The auth server only reads them. */
@Injectable()
export class SigningKeyService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly log: LogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Stores a new domain's first key, within the caller's transaction. It signs immediately: no verifier has cached another one. */
  async createFirst(domainId: string, key: GeneratedSigningKey): Promise<void> {
    await this.store(domainId, key, 0);
  }

  /**
   * Publishes a new key that takes over after PUBLICATION_LEAD_SECONDS seconds. The older ones stay published as long as their tokens are
   * valid.
   * @param algorithm null: that of the newest key
   * @returns the new `kid`; null if the domain is gone or being deleted
   */
  async rotate(domainId: string, algorithm: SigningAlgorithm | null): Promise<string | null> {
    const [newest] = await this.keys.list(domainId);
    const key = await generateSigningKey(algorithm ?? newest?.algorithm ?? 'ES256');
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return null;
      await this.publishNext(domainId, key);
      return key.kid;
    });
  }

  /** Rotates the keys of every domain whose newest key is older than the given days. Of concurrent callers, one rotates. */
  async rotateDue(days: number): Promise<number> {
    const due = await this.keys.listDueForRotation(days);
    for (const domainId of due) await this.rotateIfDue(domainId, days);
    return due.length;
  }

  /** Unpublishes superseded keys whose last tokens have expired. @returns how many */
  retire(): Promise<number> {
    return this.keys.retire(RETIREMENT_GRACE_SECONDS);
  }

  private async rotateIfDue(domainId: string, days: number): Promise<void> {
    const [newest] = await this.keys.list(domainId);
    const key = await generateSigningKey(newest?.algorithm ?? 'ES256');
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return;
      // Another replica may have done it while this one waited for the lock.
      if (await this.keys.isDueForRotation(domainId, days)) await this.publishNext(domainId, key);
    });
  }

  private async publishNext(domainId: string, key: GeneratedSigningKey): Promise<void> {
    await this.store(domainId, key, PUBLICATION_LEAD_SECONDS);
    await this.domains.raiseRevision(domainId);
    await this.log.record(domainId, { operation: 'signing-key.rotate', changed: [key.kid] });
  }

  private async store(domainId: string, { kid, publicJwk, privateKey }: GeneratedSigningKey, leadSeconds: number): Promise<void> {
    const encrypted = this.encryptor.encrypt(privateKey, signingKeyContext(domainId, kid));
    await this.keys.create({ domainId, kid, algorithm: publicJwk.alg, publicJwk, privateKey: encrypted, leadSeconds });
  }
}
