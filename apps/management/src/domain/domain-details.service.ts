import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import type { Domain } from '@latchkey/persistence';
import { DomainJobsService } from '../job/domain-jobs.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { CustomDomainService } from './custom-domain.service.js';
import type { DomainDetailsResponse } from './domain.dto.js';

/** Everything that there is to say about a domain. */
@Injectable()
export class DomainDetailsService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly customs: CustomDomainService,
    private readonly jobs: DomainJobsService,
  ) {}

  async of(domain: Domain): Promise<DomainDetailsResponse> {
    const { name, kind, status, statusDetail, createdAt, verifiedAt, nextCheckAt } = domain;
    const authUrl = authUrlOf(this.settings, name);
    const [jobs, dns] = await Promise.all([this.jobs.list(domain), this.customs.dnsOf(domain)]);
    return { domain: name, authUrl, issuer: authUrl, kind, status, statusDetail, ...dns, createdAt, verifiedAt, nextCheckAt, jobs };
  }
}
