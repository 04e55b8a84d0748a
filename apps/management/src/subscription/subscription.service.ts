import { Inject, Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, SubscriptionRepository, type Precondition, type Subscription, type SubscriptionQuota } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { ApiKeyService } from '../api-key/api-key.service.js';
import type { AuthenticatedCaller } from '../caller/caller.js';

/** The name of the API key that a new subscription has. */
export const FIRST_KEY = 'first';

const UNLIMITED: SubscriptionQuota = { domains: null, clients: null, users: null, tokensPerDay: null };

/** A new subscription, whose first API key is shown only once. */
export type CreatedSubscription = Pick<Subscription, 'id' | 'name'> & { apiKey: string };

/**
 * The subscriptions of an installation. The operator of the service reads and changes all; others read their own. Subscriptions have no log
 * of their own, so the process log records changes.
 */
@Injectable()
export class SubscriptionService {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly database: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly keys: ApiKeyService,
  ) {}

  /** The ids of the subscriptions that a caller sees, oldest first. */
  async listIds(caller: AuthenticatedCaller): Promise<string[]> {
    return caller.type === 'platform' ? this.subscriptions.listIds() : [caller.subscriptionId];
  }

  findAll(ids: readonly string[]): Promise<Subscription[]> {
    return this.subscriptions.findAll(ids);
  }

  /** @throws Problem subscription-not-found, also for the subscription of others */
  async get(caller: AuthenticatedCaller, id: string): Promise<Subscription> {
    // control: a subscription is shown to itself and to the platform key
    if (caller.type !== 'platform' && caller.subscriptionId !== id) throw createNotFoundProblem();
    return requireFound(isUuid(id) ? await this.subscriptions.findById(id) : null);
  }

  /** Creates a subscription with a key that may do everything in it. @throws Problem subscription-conflict */
  create(name: string): Promise<CreatedSubscription> {
    return this.database.transaction(async () => {
      const created = await this.subscriptions.create(name);
      if (!created) throw new Problem('subscription-conflict', `Another subscription has the name ${name}. Nothing was changed.`);
      const { id } = created;
      const { apiKey } = await this.keys.issue(id, { name: FIRST_KEY });
      this.logger.info({ subscription: id, name }, 'subscription created');
      return { id, name, apiKey };
    });
  }

  /**
   * Deletes a subscription without domains, and with it its API keys, operators, stored responses and the receipts of its deletions.
   *
   * @throws Problem subscription-not-found, subscription-conflict, precondition-failed
   */
  delete(id: string, precondition: Precondition<Subscription>): Promise<void> {
    return this.change(id, async () => {
      await this.subscriptions.deleteAnswers(id);
      const { name } = await this.lock(id, precondition);
      // control: a subscription with domains is not deleted
      if (await this.subscriptions.hasDomains(id)) throw createDomainsProblem(name);
      await this.subscriptions.delete(id);
      this.logger.info({ subscription: id, name }, 'subscription deleted');
    });
  }

  /** @throws Problem subscription-not-found, also for the subscription of others */
  async getQuota(caller: AuthenticatedCaller, id: string): Promise<SubscriptionQuota> {
    return toQuota(await this.get(caller, id));
  }

  /** Replaces a quota; the next creation and the next token observe it. @throws Problem subscription-not-found, precondition-failed */
  replaceQuota(id: string, quota: SubscriptionQuota, precondition: Precondition<SubscriptionQuota>): Promise<void> {
    return this.change(id, async () => {
      // Before the subscription, because creations lock their domain first.
      await this.subscriptions.raiseRevisions(id);
      const { name } = await this.lock(id, async (stored) => precondition(stored && toQuota(stored), stored?.quota === null));
      await this.subscriptions.setQuota(id, quota);
      this.logger.info({ subscription: id, name, quota }, 'subscription quota replaced');
    });
  }

  /** @throws Problem subscription-not-found */
  private async change(id: string, work: () => Promise<void>): Promise<void> {
    if (!isUuid(id)) throw createNotFoundProblem();
    await this.database.transaction(work);
  }

  /** @throws Problem subscription-not-found, precondition-failed */
  private async lock(id: string, precondition: Precondition<Subscription>): Promise<Subscription> {
    // control: changes of a subscription wait for each other
    const stored = requireFound(await this.subscriptions.lock(id));
    await precondition(stored);
    return stored;
  }
}

function toQuota({ quota }: Subscription): SubscriptionQuota {
  return quota ?? UNLIMITED;
}

function requireFound(subscription: Subscription | null): Subscription {
  if (!subscription) throw createNotFoundProblem();
  return subscription;
}

function createNotFoundProblem(): Problem {
  return new Problem('subscription-not-found', 'There is no subscription with this id, or it is not yours.');
}

function createDomainsProblem(name: string): Problem {
  const detail = `${name} still has domains, or their deletion has not ended. Delete them, and repeat the request afterwards. Nothing was changed.`;
  return new Problem('subscription-conflict', detail);
}
