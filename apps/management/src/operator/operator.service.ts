import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { ManagementSettings } from '@latchkey/config';
import { Database, OperatorRepository, type Operator, type OperatorConfiguration, type Precondition } from '@latchkey/persistence';
import { createInvalidBodyProblem, Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import type { Caller } from '../caller/caller.js';
import { CurrentRightsService } from '../caller/current-rights.service.js';
import { isWithinDomains, requireGrantable, type Grant } from '../caller/grant-limits.js';
import { SETTINGS } from '../settings/settings.module.js';

interface NamedOperator {
  caller: Caller;
  operatorId: string;
}

const MAX_OPERATORS = 1_000;
const PROPERTIES = ['issuer', 'subject', 'name', 'permissions', 'domains'] as const satisfies (keyof OperatorConfiguration)[];

/** The operators of a subscription. A change applies to the next request of the operator. */
@Injectable()
export class OperatorService {
  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly database: Database,
    private readonly operators: OperatorRepository,
    private readonly log: AuditLogService,
    private readonly rights: CurrentRightsService,
  ) {}

  /** The ids of the operators that the caller sees, oldest first: those whose domains the caller may use. */
  listIds({ subscriptionId, domains }: Caller): Promise<string[]> {
    return this.operators.listIds(subscriptionId, domains);
  }

  /** @returns the existing operators, in the order of the ids */
  findAll({ subscriptionId }: Caller, operatorIds: readonly string[]): Promise<Operator[]> {
    return this.operators.findAll(subscriptionId, operatorIds);
  }

  /** @throws Problem operator-not-found, also if its domains are not among those of the caller */
  async get(caller: Caller, operatorId: string): Promise<Operator> {
    const operator = await this.operators.find({ subscriptionId: caller.subscriptionId, operatorId });
    // control: a caller limited to domains sees no operator of others
    if (!operator || !isWithinDomains(caller, operator.domains)) {
      throw new Problem('operator-not-found', `The subscription has no operator ${operatorId}.`);
    }
    return operator;
  }

  /**
   * Creates the operator or replaces its whole configuration.
   *
   * @returns whether it was created
   * @throws Problem invalid-request, permission-denied if the caller would give more than it has, operator-not-found if it does not see the
   * operator of this id, precondition-failed, operator-conflict
   */
  async provision(
    { caller, operatorId }: NamedOperator,
    configuration: OperatorConfiguration & Grant,
    precondition: Precondition<Operator>,
  ): Promise<boolean> {
    this.requireIssuer(configuration.issuer);
    const { subscriptionId } = caller;
    return this.database.transaction(async () => {
      await this.operators.lock(subscriptionId);
      const current = await this.rights.read(caller);
      const stored = await this.operators.find({ subscriptionId, operatorId });
      if (stored && !isWithinDomains(current, stored.domains)) throw createForeignOperatorProblem(operatorId);
      await precondition(stored);
      requireGrantable(current, configuration);
      const changed = PROPERTIES.filter((name) => !isDeepStrictEqual(stored?.[name], configuration[name]));
      if (changed.length === 0) return false;
      await this.store({ subscriptionId, operatorId }, configuration, stored);
      const type = stored ? 'operator.updated' : 'operator.created';
      const domains = stored ? unite(stored.domains, configuration.domains) : configuration.domains;
      await this.log.recordInDomains({ subscriptionId, names: domains }, { type, data: { operator: operatorId, changed } });
      return stored === null;
    });
  }

  /** Removes the operator. @throws Problem operator-not-found, precondition-failed */
  async delete({ caller, operatorId }: NamedOperator, precondition: Precondition<Operator>): Promise<void> {
    const { subscriptionId } = caller;
    await this.database.transaction(async () => {
      await this.operators.lock(subscriptionId);
      const stored = await this.get(await this.rights.read(caller), operatorId);
      await precondition(stored);
      await this.operators.delete(stored);
      await this.log.recordInDomains(
        { subscriptionId, names: stored.domains },
        { type: 'operator.deleted', data: { operator: operatorId } },
      );
    });
  }

  private async store(
    key: Pick<Operator, 'subscriptionId' | 'operatorId'>,
    configuration: OperatorConfiguration,
    stored: Operator | null,
  ): Promise<void> {
    if (!stored && (await this.operators.count(key.subscriptionId)) >= MAX_OPERATORS) {
      throw new Problem('operator-conflict', `The subscription has the maximum of ${MAX_OPERATORS} operators. Delete one first.`);
    }
    if (await this.operators.put(key, configuration)) return;
    // Which subscription the other operator belongs to stays unsaid.
    const detail =
      'An operator of this installation already has this issuer and subject. Nothing was changed; delete that operator first, or use another account at the issuer.';
    throw new Problem('operator-conflict', detail, { errors: [{ pointer: '/subject', detail: 'must not belong to another operator' }] });
  }

  private requireIssuer(issuer: string): void {
    const { MANAGEMENT_ISSUERS: issuers } = this.settings;
    // control: an operator is known at an issuer of the installation
    if (issuers.includes(issuer)) return;
    const listed = issuers.length > 0 ? issuers.join(', ') : 'none, because the setting is empty';
    throw createInvalidBodyProblem([{ pointer: '/issuer', detail: `must be exactly one of MANAGEMENT_ISSUERS: ${listed}` }]);
  }
}

function createForeignOperatorProblem(operatorId: string): Problem {
  const detail = `The operator ${operatorId} may use domains that you may not use. Nothing was changed; choose another id, or let a colleague change it.`;
  return new Problem('operator-not-found', detail);
}

/** @param first null for all domains */
function unite(first: readonly string[] | null, second: readonly string[] | null): string[] | null {
  return first === null || second === null ? null : [...new Set([...first, ...second])];
}
