import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import {
  Encryptor,
  generateSigningKey,
  RsaKeyPairPool,
  signingKeyContext,
  type GeneratedSigningKey,
  type SigningAlgorithm,
} from '@latchkey/crypto';
import { DomainRepository, SigningKeyRepository, type SigningKey } from '@latchkey/persistence';
import { LogService } from '../log/log.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { PUBLICATION_LEAD_SECONDS, REQUIRED_ALGORITHMS } from './key-schedule.js';

/** Generates signing keys and stores them, which publishes them. */
@Injectable()
export class SigningKeyPublisher {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly rsaKeyPairs: RsaKeyPairPool,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly log: LogService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** Generates the keys of a new domain: one for each required algorithm. */
  generateFirst(): Promise<GeneratedSigningKey[]> {
    return Promise.all(REQUIRED_ALGORITHMS.map((algorithm) => generateSigningKey(algorithm, this.rsaKeyPairs)));
  }

  /** Stores the keys of a new domain, within the caller's transaction. They sign immediately: no verifier has cached a key set. */
  async publishFirst(domainId: string, keys: readonly GeneratedSigningKey[]): Promise<void> {
    for (const key of keys) await this.store(domainId, key, 0);
  }

  /**
   * Publishes a new key within the caller's transaction, which has locked the domain. Older keys of its algorithm stay published as long as
   * their tokens are valid.
   *
   * @param leadSeconds after which it signs
   * @returns its `kid`
   */
  async publishNext(domainId: string, algorithm: SigningAlgorithm, leadSeconds = PUBLICATION_LEAD_SECONDS): Promise<string> {
    const key = await generateSigningKey(algorithm, this.rsaKeyPairs);
    await this.store(domainId, key, leadSeconds);
    await this.domains.raiseRevision(domainId);
    await this.log.record(domainId, { type: 'signing_key.rotated', data: { kid: key.kid } });
    return key.kid;
  }

  /**
   * Publishes a next key of each algorithm that has none, within the caller's transaction, which has locked the domain.
   * @returns all keys of the domain, newest first
   */
  async publishMissing(domainId: string, algorithms: readonly SigningAlgorithm[]): Promise<SigningKey[]> {
    const keys = await this.keys.list(domainId);
    const missing = new Set(algorithms.filter((algorithm) => !keys.some((key) => key.algorithm === algorithm)));
    for (const algorithm of missing) await this.publishNext(domainId, algorithm);
    return missing.size === 0 ? keys : this.keys.list(domainId);
  }

  private async store(domainId: string, { kid, publicJwk, privateKey }: GeneratedSigningKey, leadSeconds: number): Promise<void> {
    const encrypted = this.encryptor.encrypt(privateKey, signingKeyContext(domainId, kid));
    await this.keys.create({ domainId, kid, algorithm: publicJwk.alg, publicJwk, privateKey: encrypted, leadSeconds });
  }
}
