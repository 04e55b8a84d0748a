import { Injectable } from '@nestjs/common';
import {
  Database,
  DEFAULT_SECOND_FACTOR,
  DEFAULT_SIGN_UP,
  DomainRepository,
  type Domain,
  type Precondition,
  type SignUpPolicy,
} from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { createDomainNotFoundProblem } from '../current-domain/domain-not-found.js';

const PROPERTIES = ['accountDeletion', 'secondFactor', 'signUp'] as const;

/** Without `accountDeletion`, people may delete their accounts; without `signUp`, they cannot create them. */
export type SignInSettings = Pick<Domain, 'secondFactor'> & { accountDeletion?: false; signUp?: Exclude<SignUpPolicy, 'Off'> };

/** What an operator chooses; the defaults apply to what is absent. */
type SignInRequest = Partial<Pick<Domain, (typeof PROPERTIES)[number]>>;

const DEFAULTS = { secondFactor: DEFAULT_SECOND_FACTOR, accountDeletion: true, signUp: DEFAULT_SIGN_UP } as const;

export function withDefaults({
  secondFactor = DEFAULTS.secondFactor,
  accountDeletion = DEFAULTS.accountDeletion,
  signUp = DEFAULTS.signUp,
}: SignInRequest): Required<SignInRequest> {
  return { secondFactor, accountDeletion, signUp };
}

/** How users of a domain sign in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly log: AuditLogService,
  ) {}

  get({ secondFactor, accountDeletion, signUp }: Required<SignInRequest>): SignInSettings {
    return { secondFactor, ...(!accountDeletion && { accountDeletion }), ...(signUp !== 'Off' && { signUp }) };
  }

  /** Applies from the next authorization request on, also to users who are signed in. */
  async replace({ id }: Domain, request: SignInRequest, precondition: Precondition<SignInSettings>): Promise<void> {
    const after = withDefaults(request);
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const before = (await this.domains.find(id))!;
      await precondition(
        this.get(before),
        PROPERTIES.every((name) => before[name] === DEFAULTS[name]),
      );
      const changed = PROPERTIES.filter((name) => before[name] !== after[name]);
      if (changed.length === 0) return;
      await this.domains.replaceSignIn(id, after);
      await this.log.record(id, { type: 'domain.sign_in.updated', data: { changed } });
    });
  }
}
