import { Inject, Injectable } from '@nestjs/common';
import { authUrlOf, type ManagementSettings } from '@latchkey/config';
import type { Domain } from '@latchkey/persistence';
import { DomainJobsService } from '../job/domain-jobs.service.js';
import { SETTINGS } from '../settings/settings.module.js';
import { CustomDomainService } from './custom-domain.service.js';
import { SandboxDomainService } from './sandbox-domain.service.js';
import type { DomainDetailsResponse } from './domain.dto.js';

/** The details of a domain. */
@Injectable()
export class DomainDetailsService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly sandboxes: SandboxDomainService,
    private readonly customs: CustomDomainService,
    private readonly jobs: DomainJobsService,
  ) {}

  async describe(domain: Domain): Promise<DomainDetailsResponse> {
    const { name, kind, status, createdAt, verifiedAt, nextCheckAt } = domain;
    const authUrl = authUrlOf(this.settings, name);
    const jobs = await this.jobs.list(domain);
    const state = kind === 'custom' ? await this.customs.stateOf(domain) : { ...this.sandboxes.dnsOf(domain, jobs), diagnoses: [] };
    return { domain: name, authUrl, issuer: authUrl, kind, status, createdAt, verifiedAt, nextCheckAt, jobs, ...state };
  }
}
