import { Injectable } from '@nestjs/common';
import type { PlainEventType } from '@latchkey/events';
import {
  Database,
  DomainRepository,
  DomainVerificationRepository,
  type DomainCheck,
  type DomainCheckResult,
  type Domain,
  type DomainStatus,
  type StatusTransition,
  type DomainVerificationState,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import type { DnsDiagnosis } from './dns-diagnosis.js';
import { NameCheckService } from './name-check.service.js';
import { diagnosis } from './diagnosis-catalogue.js';

/** The status detail of a new attempt. */
export const OWNERSHIP_NOT_PROVED = 'The ownership of the name has not been proven yet.';

/** The log event for a domain's new status. */
const EVENT_BY_STATUS: Partial<Record<DomainStatus, PlainEventType>> = {
  active: 'domain.activated',
  degraded: 'domain.degraded',
  failed: 'domain.failed',
};

/**
 * Verifies the ownership of a custom domain, and that its name still points here. A check first reads the DNS and then decides in one
 * statement, so any of several concurrent checks may decide.
 */
@Injectable()
export class DomainVerificationService {
  constructor(
    private readonly database: Database,
    private readonly verifications: DomainVerificationRepository,
    private readonly domains: DomainRepository,
    private readonly names: NameCheckService,
    private readonly log: AuditLogService,
  ) {}

  /** Begins the first attempt of a domain, within the transaction of its registration. */
  begin(domainId: string): Promise<void> {
    return this.verifications.create(domainId);
  }

  /** After the deletion of a domain, within this transaction, other claimants of its name need a new challenge. */
  release(domain: Pick<Domain, 'id' | 'name'>): Promise<void> {
    return this.verifications.releaseName(domain);
  }

  /** The verification state of a domain; null if it needs none. */
  find(domainId: string): Promise<DomainVerificationState | null> {
    return this.verifications.find(domainId);
  }

  /** Runs a check if one is due. */
  async checkIfDue(domainId: string): Promise<void> {
    const check = await this.verifications.findCheck(domainId, true);
    if (check) await this.carryOut(check);
  }

  /** Runs a check, due or not. For a failed domain this begins a new attempt. */
  async checkNow({ id }: Pick<Domain, 'id'>): Promise<void> {
    await this.restart(id);
    const check = await this.verifications.findCheck(id, false);
    if (check) await this.carryOut(check);
  }

  private restart(domainId: string): Promise<void> {
    return this.database.transaction(async () => {
      if (await this.verifications.restart(domainId, OWNERSHIP_NOT_PROVED))
        await this.log.record(domainId, { type: 'domain.verification_restarted' });
    });
  }

  private async carryOut(check: DomainCheck): Promise<void> {
    const holder = await this.domains.findHolder(check.name);
    if (holder && holder.id !== check.domainId) return this.fail(check);
    const verdict = await this.names.examine(check.name, check.token);
    await this.database.transaction(() => this.conclude(check, verdict));
  }

  private async conclude(check: DomainCheck, { passed, conclusive, findings }: DnsDiagnosis): Promise<void> {
    const [first] = findings.diagnoses;
    const result: DomainCheckResult = { findings, statusDetail: first?.detail ?? null };
    if (!passed) return this.recordEvent(check.domainId, await this.verifications.recordMiss(check, result, conclusive));
    const outcome = await this.verifications.recordSuccess(check, result, heldByAnother(check.name));
    if (outcome === 'held') return this.fail(check);
    await this.recordEvent(check.domainId, outcome);
    for (const domainId of outcome?.failed ?? []) await this.log.record(domainId, { type: 'domain.failed' });
  }

  private fail(check: DomainCheck): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.verifications.recordFailure(check, heldByAnother(check.name)))) return;
      await this.log.record(check.domainId, { type: 'domain.failed' });
    });
  }

  private async recordEvent(domainId: string, transition: StatusTransition | null): Promise<void> {
    if (!transition || transition.was === transition.is) return;
    const type = EVENT_BY_STATUS[transition.is];
    if (type) await this.log.record(domainId, { type });
  }
}

/** The result for a later claim to the same name. */
function heldByAnother(name: string): DomainCheckResult {
  const nothing = { zone: '', proofName: '', proof: '', target: '', record: '', found: '' };
  const held = diagnosis('held-by-another', { ...nothing, name });
  return {
    findings: { diagnoses: [held], proved: false, pointsHere: null, zone: null, targetAddresses: [] },
    statusDetail: held.detail,
  };
}
