import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import type { Domain } from '@latchkey/persistence';
import { DomainProvisionQueue } from '../queue/domain-provision.queue.js';
import { QUEUES } from '../queue/queues.js';
import type { DomainJob } from '../job/domain-jobs.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { DnsRecordResponse } from './domain.dto.js';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { provisioningDetail } from './provisioning-detail.js';
import { DomainRegistrationService } from './domain-registration.service.js';
import { isInSandboxZone } from './sandbox-name.js';
import { SandboxRecords } from './sandbox-records.js';

const LABEL_PURPOSE = 'points to the auth server';

/** The DNS state of a domain. */
interface DnsOfDomain {
  dnsRecords: DnsRecordResponse[];
  statusDetail: string | null;
}

/** Domains in the service's own zone, and their DNS records. */
@Injectable()
export class SandboxDomainService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly registrations: DomainRegistrationService,
    private readonly records: SandboxRecords,
    private readonly queue: DomainProvisionQueue,
  ) {}

  /** Whether a name is in the service's own zone, in any spelling. */
  isInZone(name: string): boolean {
    return isInSandboxZone(normalizeDomainName(name), this.settings.SANDBOX_ZONE);
  }

  /**
   * Registers a domain. It is served immediately; its records, if any, follow.
   *
   * @param name null for a random one
   * @throws Problem invalid-request, domain-exists, domain-unavailable
   */
  async register(subscriptionId: string, name: string | null): Promise<Domain> {
    const domain = await (name === null
      ? this.registrations.registerRandom(subscriptionId)
      : this.registrations.registerChosen(subscriptionId, name));
    if (this.records.target !== null) this.queue.enqueue(domain.id);
    return domain;
  }

  /** The status of a domain's DNS. @param jobs the jobs that have not ended */
  dnsOf({ kind, status, name, statusDetail, dnsTarget }: Domain, jobs: readonly DomainJob[]): DnsOfDomain {
    if (kind !== 'sandbox' || status !== 'active' || this.records.target === null) return { dnsRecords: [], statusDetail };
    const job = jobs.find((each) => each.name === QUEUES.domainProvision);
    const recordStatus = dnsTarget === this.records.target ? 'present' : job?.state === 'failed' ? 'failed' : 'pending';
    const dnsRecords = this.records.wanted.map(({ type, value }) => ({ type, name, value, purpose: LABEL_PURPOSE, status: recordStatus }));
    return { dnsRecords, statusDetail: statusDetail ?? provisioningDetail(recordStatus, job) };
  }
}
