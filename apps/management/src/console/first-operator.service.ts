import { Injectable } from '@nestjs/common';
import { randomId } from '@latchkey/crypto';
import { isUuid } from '@latchkey/oauth';
import { Database, OperatorRepository, UserRepository, type Domain, type Operator, type Subscription } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { OperatorError } from '@latchkey/server';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { ALL } from '../caller/permission.js';
import { UserService } from '../user/user.service.js';

/** The id of a subscription's first operator. */
export const FIRST_OPERATOR = 'owner';

/** Where operators sign in. */
export interface OperatorRealm {
  domain: Domain;
  /** The issuer of the domain. */
  issuer: string;
  /** Every issuer whose tokens the management API accepts. */
  issuers: readonly string[];
}

/** The first operator of a subscription, who may do everything, and the user that it is at the domain of the console. */
@Injectable()
export class FirstOperatorService {
  constructor(
    private readonly database: Database,
    private readonly operators: OperatorRepository,
    private readonly users: UserRepository,
    private readonly accounts: UserService,
    private readonly log: AuditLogService,
  ) {}

  /**
   * Creates the operator and its user unless they exist. An existing user of the same name is another person, and becomes no operator.
   *
   * @returns the `sub` of the user
   * @throws OperatorError if the operator signs in elsewhere, or as something that is not a user of the domain
   */
  async ensure(subscription: Subscription, realm: OperatorRealm): Promise<string> {
    const { issuer, subject } = await this.ensureOperator(subscription, realm);
    if (issuer !== realm.issuer) throw createForeignError(subscription, `at ${issuer}, not at ${realm.issuer}`);
    if (await this.users.find(realm.domain.id, subject)) return subject;
    // Only what looks like a user becomes one: any other text may be the id of a service.
    if (!isUuid(subject)) throw createForeignError(subscription, `as ${subject}, which is no user of ${realm.domain.name}`);
    // The operator is stored first, so a command that was interrupted can be repeated.
    await this.createUser(subscription, realm.domain, subject);
    return subject;
  }

  private ensureOperator({ id: subscriptionId }: Subscription, { issuer, issuers }: OperatorRealm): Promise<Identity> {
    const key = { subscriptionId, operatorId: FIRST_OPERATOR };
    return this.database.transaction(async () => {
      await this.operators.lock(subscriptionId);
      const stored = await this.operators.find(key);
      // An operator at an issuer that is no longer accepted, such as one that has moved, cannot sign in any more.
      // control: an operator who signs in elsewhere is not moved
      if (stored && issuers.includes(stored.issuer)) return stored;
      const { name, permissions, domains, subject } = stored ?? { name: 'Owner', permissions: [ALL], domains: null, subject: randomId() };
      if (!(await this.operators.put(key, { issuer, subject, name, permissions, domains }))) {
        throw new OperatorError(`another operator already is ${subject} at ${issuer}`);
      }
      const changed = stored ? ['issuer'] : ['issuer', 'subject', 'name', 'permissions', 'domains'];
      const type = stored ? 'operator.updated' : 'operator.created';
      await this.log.recordInDomains({ subscriptionId, names: domains }, { type, data: { operator: FIRST_OPERATOR, changed } });
      return { issuer, subject };
    });
  }

  private async createUser(subscription: Subscription, domain: Domain, sub: string): Promise<void> {
    const create = (preferredUsername: string) => this.accounts.create(domain, { preferredUsername, name: 'Owner', sub });
    try {
      await create(`${FIRST_OPERATOR}@${domain.name}`);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'username-taken') throw error;
      // control: a user who is named like the first operator does not become it
      await create(`${FIRST_OPERATOR}-${subscription.id}@${domain.name}`);
    }
  }
}

type Identity = Pick<Operator, 'issuer' | 'subject'>;

function createForeignError({ name }: Subscription, place: string): OperatorError {
  return new OperatorError(
    `the operator ${FIRST_OPERATOR} of ${name} signs in ${place}; change it with PUT /v1/operator/${FIRST_OPERATOR}`,
  );
}
