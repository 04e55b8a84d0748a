import { Injectable } from '@nestjs/common';
import { SubscriptionRepository } from '@latchkey/persistence';
import type { Caller } from '../caller/caller.js';
import { createUnauthenticatedProblem } from '../caller/unauthenticated.js';
import type { CurrentCallerResponse } from './current-caller.dto.js';

const TYPES = { operator: 'Operator', api_key: 'ApiKey' } as const;

@Injectable()
export class CurrentCallerService {
  constructor(private readonly subscriptions: SubscriptionRepository) {}

  /** @throws Problem unauthenticated if the subscription was deleted meanwhile */
  async describe({ type, id, name, subscriptionId, permissions, domains }: Caller): Promise<CurrentCallerResponse> {
    const subscription = await this.subscriptions.findById(subscriptionId);
    if (!subscription) throw createUnauthenticatedProblem(`${name} was deleted meanwhile.`);
    return {
      type: TYPES[type],
      id,
      name,
      subscription: { id: subscription.id, name: subscription.name },
      permissions: [...permissions],
      domains: domains && [...domains],
    };
  }
}
