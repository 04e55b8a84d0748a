import { Injectable } from '@nestjs/common';
import { Database, DomainImportRepository, type NewDomain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { DomainVerificationService } from '../domain-verification/domain-verification.service.js';
import { DomainRegistrationService } from './domain-registration.service.js';

/** The names of imported domains, which have the rules of registered ones. */
@Injectable()
export class ImportedDomainService {
  constructor(
    private readonly database: Database,
    private readonly registrations: DomainRegistrationService,
    private readonly imports: DomainImportRepository,
    private readonly verifications: DomainVerificationService,
    private readonly events: AuditLogService,
  ) {}

  /** How the domain will be served. Its name stays free until then. @throws Problem invalid-request, domain-import-conflict */
  async claim(subscriptionId: string, name: string): Promise<NewDomain> {
    const claim = this.registrations.claim(subscriptionId, name);
    if (await this.imports.isTaken(claim)) throw createNameTakenProblem(claim);
    return claim;
  }

  /**
   * Serves the domain, whose rows are all there, or waits for the proof of its ownership.
   *
   * @param source where it comes from
   * @returns how it is served
   * @throws Problem domain-import-conflict, quota-exceeded
   */
  async serve(id: string, claim: NewDomain, source: string): Promise<NewDomain> {
    return this.database.transaction(async () => {
      await this.imports.countUsers(id);
      await this.imports.requireQuotas(id);
      await this.events.record(id, { type: 'domain.imported', data: { source } });
      const isProved = await this.imports.replaceRegistration(id, claim);
      const served: NewDomain = isProved ? { ...claim, status: 'active', statusDetail: null, verifiedAt: new Date() } : claim;
      if (!(await this.imports.finish(id, served))) throw createNameTakenProblem(claim);
      if (served.status === 'pending') await this.verifications.begin(id);
      return served;
    });
  }
}

function createNameTakenProblem({ name }: NewDomain): Problem {
  const detail = `${name} is in use here, or was by another subscription. Nothing was imported; if you own the name, delete the domain that has it first.`;
  return new Problem('domain-import-conflict', detail);
}
