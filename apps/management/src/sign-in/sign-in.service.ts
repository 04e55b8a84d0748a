import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EditableClaim } from '@latchkey/oauth';
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

const PROPERTIES = ['accountDeletion', 'editableAttributes', 'secondFactor', 'signUp'] as const;
type Stored = Pick<Domain, (typeof PROPERTIES)[number]>;

/**
 * Without `accountDeletion`, people may delete their accounts; without `signUp`, they cannot create them; without `editableAttributes`, they may
 * change DEFAULT_EDITABLE_CLAIMS.
 */
export type SignInSettings = Pick<Domain, 'secondFactor'> & {
  accountDeletion?: false;
  signUp?: Exclude<SignUpPolicy, 'Off'>;
  editableAttributes?: EditableClaim[];
};

/** What an operator chooses; the defaults apply to what is absent. */
type SignInRequest = Partial<Omit<Stored, 'editableAttributes'>> & { editableAttributes?: EditableClaim[] };

/** How users of a domain sign in. */
@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly domains: DomainRepository,
    private readonly log: AuditLogService,
  ) {}

  get({ secondFactor, accountDeletion, signUp, editableAttributes }: Stored): SignInSettings {
    return {
      secondFactor,
      ...(!accountDeletion && { accountDeletion }),
      ...(signUp !== 'Off' && { signUp }),
      ...(editableAttributes && { editableAttributes }),
    };
  }

  /** What an operator has chosen, with the defaults of what is absent. */
  complete({
    secondFactor = DEFAULT_SECOND_FACTOR,
    accountDeletion = true,
    signUp = DEFAULT_SIGN_UP,
    editableAttributes,
  }: SignInRequest): Stored {
    return { secondFactor, accountDeletion, signUp, editableAttributes: editableAttributes ?? null };
  }

  /** Applies from the next authorization request on, also to users who are signed in. */
  async replace({ id }: Domain, request: SignInRequest, precondition: Precondition<SignInSettings>): Promise<void> {
    const after = this.complete(request);
    await this.database.transaction(async () => {
      if (!(await this.domains.lockExisting(id))) throw createDomainNotFoundProblem();
      const before = (await this.domains.find(id))!;
      const isDefault = isDeepStrictEqual(this.get(before), this.get(this.complete({})));
      await precondition(this.get(before), isDefault);
      const changed = PROPERTIES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
      if (changed.length === 0) return;
      await this.domains.replaceSignIn(id, after);
      await this.log.record(id, { type: 'domain.sign_in.updated', data: { changed } });
    });
  }
}
