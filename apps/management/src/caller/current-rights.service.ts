import { Injectable } from '@nestjs/common';
import { ApiKeyRepository, OperatorRepository } from '@latchkey/persistence';
import type { Caller } from './caller.js';
import { createUnauthenticatedProblem } from './unauthenticated.js';

/** What a caller may still do, when its request changes what others may do. */
@Injectable()
export class CurrentRightsService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly operators: OperatorRepository,
  ) {}

  /**
   * Reads the rights of the caller again, in a transaction that has locked its subscription.
   *
   * @throws Problem unauthenticated if the caller was deleted after its request began
   */
  async read(caller: Caller): Promise<Caller> {
    const { type, id, subscriptionId } = caller;
    const current = await (type === 'operator' ? this.operators.find({ subscriptionId, operatorId: id }) : this.keys.findLiveById(id));
    // control: a caller that was deleted meanwhile grants nothing
    if (!current) throw createUnauthenticatedProblem(`${caller.name} was deleted meanwhile. Nothing was changed.`);
    const { permissions, domains } = current;
    // control: a caller that was limited meanwhile grants only what is left
    return { ...caller, permissions, domains, networks: 'networks' in current ? current.networks : null };
  }
}
