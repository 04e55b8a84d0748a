import { Injectable } from '@nestjs/common';
import { Database, DEFAULT_SECOND_FACTOR, DomainRepository, type Domain, type Precondition } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

const PROPERTIES = ['accountDeletion', 'secondFactor'] as const;

/** Without `accountDeletion`, people may delete their accounts. */
export type SignInSettings = Pick<Domain, 'secondFactor'> & { accountDeletion?: false };

/** What an operator chooses; the defaults apply to what is absent. */
type SignInRequest = Partial<Pick<Domain, (typeof PROPERTIES)[number]>>;

/** How users of a domain sign in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly log: AuditLogService,
  ) {}

  get({ secondFactor, accountDeletion }: Pick<Domain, 'secondFactor' | 'accountDeletion'>): SignInSettings {
    return { secondFactor, ...(!accountDeletion && { accountDeletion }) };
  }

  /** Applies from the next authorization request on, also to users who are signed in. */
  async replace({ id }: Domain, request: SignInRequest, precondition: Precondition<SignInSettings>): Promise<void> {
    const { secondFactor = DEFAULT_SECOND_FACTOR, accountDeletion = true } = request;
    const after = { secondFactor, accountDeletion };
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const before = (await this.domains.find(id))!;
      await precondition(this.get(before), before.secondFactor === DEFAULT_SECOND_FACTOR && before.accountDeletion);
      const changed = PROPERTIES.filter((name) => before[name] !== after[name]);
      if (changed.length === 0) return;
      await this.domains.replaceSignIn(id, after);
      await this.log.record(id, { type: 'domain.sign_in.updated', data: { changed } });
    });
  }
}
