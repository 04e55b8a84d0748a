import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Database, type DnsProblem, type Domain } from '@latchkey/persistence';
import { DomainVerificationQueue } from '../queue/domain-verification.queue.js';
import { SETTINGS } from '../settings/settings.module.js';
import { findPrivateZone } from '../domain-verification/private-zone.js';
import { describeUncheckedName, requiredRecords, type RequiredRecord } from '../domain-verification/required-records.js';
import { DomainVerificationService } from '../domain-verification/domain-verification.service.js';
import { DomainRegistrationService } from './domain-registration.service.js';

/** The state of a domain, and of its DNS. */
interface StateOfCustomDomain extends Pick<Domain, 'status' | 'statusDetail' | 'verifiedAt' | 'nextCheckAt'> {
  dnsRecords: RequiredRecord[];
  diagnoses: DnsProblem[];
}

/** Registers and checks custom domains, whose ownership must be verified. */
@Injectable()
export class CustomDomainService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly registrations: DomainRegistrationService,
    private readonly verifications: DomainVerificationService,
    private readonly queue: DomainVerificationQueue,
  ) {}

  /**
   * Registers a domain, and immediately checks its challenge if it needs one.
   *
   * @throws Problem invalid-request, domain-exists, domain-unavailable
   */
  async register(subscriptionId: string, name: string): Promise<Domain> {
    const domain = await this.database.transaction(async () => {
      const registered = await this.registrations.registerCustom(subscriptionId, name);
      if (registered.status === 'pending') await this.verifications.begin(registered.id);
      return registered;
    });
    if (domain.status === 'pending') this.queue.enqueue(domain.id);
    return domain;
  }

  /** The current state of a domain, its required DNS records, and the problems of the existing ones. */
  async stateOf(domain: Domain): Promise<StateOfCustomDomain> {
    const verification = await this.verifications.find(domain.id);
    const { status, statusDetail, verifiedAt, nextCheckAt } = verification ?? domain;
    const state = { status, statusDetail, verifiedAt, nextCheckAt };
    const { DNS_TARGET: targets = [], PRIVATE_ZONES } = this.settings;
    const privateZone = findPrivateZone(domain.name, PRIVATE_ZONES);
    if (status === 'active' && privateZone !== null)
      return { ...state, nextCheckAt: null, ...describeUncheckedName(domain.name, privateZone, targets) };
    if (!verification || status === 'deleting') return { ...state, dnsRecords: [], diagnoses: [] };
    const dnsRecords = requiredRecords(domain.name, verification, targets);
    return { ...state, dnsRecords, diagnoses: verification.findings?.diagnoses ?? [] };
  }
}
