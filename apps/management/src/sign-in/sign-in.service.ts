import { Injectable } from '@nestjs/common';
import { Database, DEFAULT_SECOND_FACTOR, DomainRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

export type SignInSettings = Pick<Domain, 'secondFactor'>;

/** How users of a domain sign in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly log: AuditLogService,
  ) {}

  get({ secondFactor }: Domain): SignInSettings {
    return { secondFactor };
  }

  /** Applies from the next authorization request on, also to users who are signed in. */
  async replace({ id }: Domain, request: Partial<SignInSettings>, precondition: Precondition<SignInSettings>): Promise<void> {
    const { secondFactor = DEFAULT_SECOND_FACTOR } = request;
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const before = this.get((await this.domains.find(id))!);
      await precondition(before, before.secondFactor === DEFAULT_SECOND_FACTOR);
      if (before.secondFactor === secondFactor) return;
      await this.domains.replaceSecondFactor(id, secondFactor);
      await this.log.record(id, { type: 'domain.sign_in.updated', data: { changed: ['secondFactor'] } });
    });
  }
}
