import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, generateSigningKey, signingKeyContext, type GeneratedSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import { DomainRepository, SigningKeyRepository, type SigningKey } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { leadOfFirstKey } from './key-schedule.js';

/** Stores signing keys, which publishes them. Callers generate keys before their transaction, because an RSA key takes up to 400 ms. */
@Injectable()
export class SigningKeyPublisher {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly log: AuditLogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Stores the key of a new domain, within the caller's transaction. It signs immediately, because no verifier has cached a key set. */
  async publishFirst(domainId: string, key: GeneratedSigningKey): Promise<void> {
    await this.keys.create({ ...this.encrypt(domainId, key), leadSeconds: 0 });
  }

  /**
   * Publishes another key within the caller's transaction, which has locked the domain. Older keys of its algorithm stay published as long
   * as their tokens are valid.
   *
   * @param leadSeconds until it signs
   */
  async publish(domainId: string, key: GeneratedSigningKey, leadSeconds: number): Promise<void> {
    await this.keys.create({ ...this.encrypt(domainId, key), leadSeconds });
    await this.domains.raiseRevision(domainId);
    await this.log.record(domainId, { type: 'signing_key.rotated', data: { kid: key.kid } });
  }

  /** Generates a key for each algorithm that the domain lacks, before the transaction of `publishMissing`. */
  async generateMissing(domainId: string, algorithms: readonly SigningAlgorithm[]): Promise<GeneratedSigningKey[]> {
    const present = await this.keys.list(domainId);
    const missing = new Set(algorithms.filter((algorithm) => !present.some((key) => key.algorithm === algorithm)));
    return Promise.all([...missing].map((algorithm) => generateSigningKey(algorithm)));
  }

  /**
   * Publishes the keys whose algorithm the domain still lacks, within the caller's transaction, which has locked the domain.
   *
   * @returns all keys of the domain, newest first
   */
  async publishMissing(domainId: string, generated: readonly GeneratedSigningKey[]): Promise<SigningKey[]> {
    const present = await this.keys.list(domainId);
    const missing = generated.filter(({ publicJwk }) => !present.some(({ algorithm }) => algorithm === publicJwk.alg));
    for (const key of missing) await this.publish(domainId, key, leadOfFirstKey(key.publicJwk.alg));
    return missing.length === 0 ? present : this.keys.list(domainId);
  }

  private encrypt(domainId: string, { kid, publicJwk, privateKey }: GeneratedSigningKey) {
    const encrypted = this.encryptor.encrypt(privateKey, signingKeyContext(domainId, kid));
    return { domainId, kid, algorithm: publicJwk.alg, publicJwk, privateKey: encrypted };
  }
}
