import { Injectable } from '@nestjs/common';
import { generateSigningKey, type GeneratedSigningKey, type SigningAlgorithm } from '@latchkey/crypto';
import {
  Database,
  DomainRepository,
  SigningKeyRepository,
  throwFailures,
  workForDomains,
  workForEachDomain,
  type DueRotation,
} from '@latchkey/persistence';
import { FIRST_ALGORITHM, LAZY_ALGORITHM, leadOfFirstKey, PUBLICATION_LEAD_SECONDS, RETIREMENT_GRACE_SECONDS } from './key-schedule.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';

const DUE_ALGORITHMS = { required: FIRST_ALGORITHM, lazy: LAZY_ALGORITHM };

/** Rotates and retires signing keys separately for each algorithm. The auth server only reads them. */
@Injectable()
export class SigningKeyService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly publisher: SigningKeyPublisher,
  ) {}

  /**
   * Publishes the next key of an algorithm.
   *
   * @param algorithm null for each algorithm that the domain has or must have
   *
   * @returns the new `kid`s; null if the domain is gone or being deleted
   */
  async rotate(domainId: string, algorithm: SigningAlgorithm | null): Promise<string[] | null> {
    const present = new Set((await this.keys.list(domainId)).map((key) => key.algorithm));
    const algorithms = algorithm === null ? present.add(FIRST_ALGORITHM) : [algorithm];
    const keys = await Promise.all([...algorithms].map((each) => generateSigningKey(each)));
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return null;
      for (const key of keys) await this.publishNext(domainId, key);
      return keys.map(({ kid }) => kid);
    });
  }

  /**
   * Publishes the next key for each of these domains and algorithms whose newest key is older than the given days, or that lacks a signing
   * key. Of concurrent callers, only one does.
   *
   * @throws DomainFailuresError after the keys of the other domains
   */
  async rotateDue(domainIds: readonly string[], days: number): Promise<number> {
    const due = await this.keys.listDueForRotation(domainIds, days, DUE_ALGORITHMS);
    const byDomain = Map.groupBy(due, ({ domainId }) => domainId);
    await workForEachDomain(this.database, byDomain.keys(), async (domainId) => {
      for (const rotation of byDomain.get(domainId)!) await this.rotateIfDue(rotation, days);
    });
    return due.length;
  }

  /**
   * Unpublishes superseded keys of these domains whose last tokens have expired. @returns their number @throws DomainFailuresError after
   * the other domains
   */
  async retire(domainIds: readonly string[]): Promise<number> {
    const retire = (ids: readonly string[]): Promise<number> => this.keys.retire(ids, RETIREMENT_GRACE_SECONDS);
    const { results, failures } = await workForDomains(this.database, domainIds, retire);
    throwFailures(failures);
    return results.reduce((sum, retired) => sum + retired, 0);
  }

  private async rotateIfDue(rotation: DueRotation, days: number): Promise<void> {
    const { domainId, algorithm } = rotation;
    const key = await generateSigningKey(algorithm);
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return;
      // Another replica may have rotated it while this one waited for the lock.
      if (await this.keys.isDueForRotation(rotation, days, DUE_ALGORITHMS)) await this.publishNext(domainId, key);
    });
  }

  private async publishNext(domainId: string, key: GeneratedSigningKey): Promise<void> {
    const algorithm = key.publicJwk.alg;
    const isFirst = !(await this.keys.list(domainId)).some((each) => each.algorithm === algorithm);
    await this.publisher.publish(domainId, key, isFirst ? leadOfFirstKey(algorithm) : PUBLICATION_LEAD_SECONDS);
  }
}
