import { Injectable } from '@nestjs/common';
import type { SigningAlgorithm } from '@latchkey/crypto';
import { Database, DomainRepository, SigningKeyRepository, type DueRotation } from '@latchkey/persistence';
import { REQUIRED_ALGORITHMS, RETIREMENT_GRACE_SECONDS } from './key-schedule.js';
import { SigningKeyPublisher } from './signing-key-publisher.service.js';

/** Rotates and retires signing keys, each algorithm by itself. The auth server only reads them. */
@Injectable()
export class SigningKeyService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyRepository,
    private readonly publisher: SigningKeyPublisher,
  ) {}

  /**
   * Publishes a next key of an algorithm.
   *
   * @param algorithm null: of each algorithm that the domain has or must have
   * @returns the new `kid`s; null if the domain is gone or being deleted
   */
  rotate(domainId: string, algorithm: SigningAlgorithm | null): Promise<string[] | null> {
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return null;
      const present = (await this.keys.list(domainId)).map((key) => key.algorithm);
      const algorithms = algorithm === null ? [...new Set([...REQUIRED_ALGORITHMS, ...present])] : [algorithm];
      const kids: string[] = [];
      for (const each of algorithms) kids.push(await this.publisher.publishNext(domainId, each));
      return kids;
    });
  }

  /**
   * Publishes a next key for each of these domains and algorithms whose newest key is older than the given days, or that lacks one, as domains do
   * that an older release has created. Of concurrent callers, one does.
   */
  async rotateDue(domainIds: readonly string[], days: number): Promise<number> {
    const due = await this.keys.listDueForRotation(domainIds, days, REQUIRED_ALGORITHMS);
    for (const rotation of due) await this.rotateIfDue(rotation, days);
    return due.length;
  }

  /** Unpublishes superseded keys of these domains whose last tokens have expired. @returns how many */
  retire(domainIds: readonly string[]): Promise<number> {
    return this.keys.retire(domainIds, RETIREMENT_GRACE_SECONDS);
  }

  private rotateIfDue(rotation: DueRotation, days: number): Promise<void> {
    const { domainId, algorithm } = rotation;
    return this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(domainId))) return;
      // Another replica may have done it while this one waited for the lock.
      if (await this.keys.isDueForRotation(rotation, days, REQUIRED_ALGORITHMS)) await this.publisher.publishNext(domainId, algorithm);
    });
  }
}
