import { Inject, Injectable } from '@nestjs/common';
import {
  Database,
  DnsAttemptRepository,
  DomainProvisioningRepository,
  type BegunDnsAttempt,
  type Domain,
  type DueDnsAttempt,
  waitWithinTransaction,
} from '@latchkey/persistence';
import { PublicJobError } from '../queue/public-job.error.js';
import { DNS_PROVIDER, DNS_SETTLING_MS, type DnsProvider } from '../dns/dns-provider.js';
import { DnsError } from '../dns/dns.error.js';
import { NameTakenError } from '../dns/name-taken.error.js';
import { UnansweredError } from '../dns/unanswered.error.js';
import { SandboxRecords } from './sandbox-records.js';

/**
 * Creates and removes the DNS records of sandbox domains. Creating a record takes a lock and then checks that the domain is active. Once a
 * domain is being deleted and the lock is free, no process creates more records. A change without a response may still be applied later:
 * the attempt is stored until its outcome is known, or until it can no longer take effect.
 */
@Injectable()
export class ProvisioningService {
  constructor(
    @Inject(DNS_PROVIDER) private readonly provider: DnsProvider,
    private readonly records: SandboxRecords,
    private readonly database: Database,
    private readonly provisioning: DomainProvisioningRepository,
    private readonly attempts: DnsAttemptRepository,
  ) {}

  /**
   * Creates the records of a domain if it should have any.
   *
   * @throws PublicJobError
   */
  async provision(id: string): Promise<void> {
    const { wanted, target } = this.records;
    // Committed before any record is created, so that the deletion finds it.
    const attempt = target === null ? null : await this.provisioning.begin(id, target);
    if (attempt === null) return;
    try {
      await this.database.transaction(async () => {
        const name = await this.provisioning.lock(id);
        if (name !== null) {
          // The lock tells the deletion that a record may still be created.
          await waitWithinTransaction(() => this.provider.ensure({ owner: id, name }, wanted)).catch(describeFailure('made'));
          await this.provisioning.recordProvisioned(id, target!);
        }
        await this.attempts.end(attempt);
      });
    } catch (error) {
      await this.conclude(attempt, (error as PublicJobError).cause);
      throw error;
    }
  }

  /** A sweeper retries failures that are not about DNS. */
  private async conclude(attempt: BegunDnsAttempt, error: unknown): Promise<void> {
    if (error instanceof UnansweredError) await this.attempts.markUnanswered(attempt);
    else if (error instanceof DnsError) await this.attempts.end(attempt);
  }

  /**
   * Checks an attempt with an unknown outcome. If its domain was deleted, removes records that were created after all.
   *
   * @throws DnsError
   */
  async followUp({ owner, begunAt, name, isOrphaned, isLast }: DueDnsAttempt): Promise<void> {
    // Identified by its ownership record, because another domain may have the name by now.
    if (isOrphaned) await this.provider.remove({ owner, name });
    if (isLast) await this.attempts.end({ owner, begunAt });
  }

  /**
   * Removes the records of a domain that is being deleted.
   *
   * @returns false if it must run again: another process is creating them, or a change without an answer may still be applied
   * @throws PublicJobError
   */
  async remove({ id, name, dnsBegunAt }: Pick<Domain, 'id' | 'name' | 'dnsBegunAt'>): Promise<boolean> {
    if (dnsBegunAt === null) return true;
    if (!(await this.provisioning.isUnlocked(id))) return false;
    const hasSettled = await this.provisioning.hasSettled(id, DNS_SETTLING_MS);
    await this.provider.remove({ owner: id, name }).catch(describeFailure('removed'));
    return hasSettled;
  }
}

/** Describes the failure for the operator of the domain, who does not know this service's servers. */
function describeFailure(what: 'made' | 'removed') {
  return (cause: unknown): never => {
    if (cause instanceof NameTakenError) {
      throw new PublicJobError(
        'There are DNS records at this name that were not created for this domain: remove them, or register another domain.',
        {
          cause,
        },
      );
    }
    throw new PublicJobError(`The DNS record could not be ${what}: the name server or its API rejected the change.`, { cause });
  };
}
