import type { INestApplicationContext } from '@nestjs/common';
import { SubscriptionRepository, type Subscription } from '@latchkey/persistence';
import { OperatorError } from '@latchkey/server';

/** @throws OperatorError if no subscription has this name */
export async function getSubscription(context: INestApplicationContext, name: string): Promise<Subscription> {
  const subscription = await context.get(SubscriptionRepository).find(name);
  if (!subscription) throw new OperatorError(`there is no subscription named ${name}; subscription list shows all`);
  return subscription;
}
