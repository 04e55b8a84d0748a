import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Subscription, type SubscriptionQuota } from './subscription.entity.js';

@Injectable()
export class SubscriptionRepository {
  constructor(private readonly database: Database) {}

  /** @returns the new subscription, or null if the name is taken */
  async create(name: string): Promise<Subscription | null> {
    const subscription = this.rows.create({ name, quota: null });
    try {
      await this.rows.insert(subscription);
    } catch (error) {
      if (getViolatedConstraint(error) === 'subscription_name') return null;
      throw error;
    }
    return subscription;
  }

  find(name: string): Promise<Subscription | null> {
    return this.rows.findOneBy({ name });
  }

  /** Every subscription, oldest first. */
  list(): Promise<Subscription[]> {
    return this.rows.find({ order: { createdAt: 'ASC', id: 'ASC' } });
  }

  findById(id: string): Promise<Subscription | null> {
    return this.rows.findOneBy({ id });
  }

  /** The ids of all subscriptions, oldest first. */
  async listIds(): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query('SELECT id FROM subscription ORDER BY created_at, id');
    return rows.map(({ id }) => id);
  }

  /** @returns the existing subscriptions, in the order of the ids */
  async findAll(ids: readonly string[]): Promise<Subscription[]> {
    const byId = new Map((await this.rows.findBy({ id: In(ids) })).map((subscription) => [subscription.id, subscription]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Locks a subscription until the transaction ends: against changes, and against anything new that would belong to it. */
  lock(id: string): Promise<Subscription | null> {
    return this.rows.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Lets the auth server read all domains of a subscription again, with its quota. */
  async raiseRevisions(id: string): Promise<void> {
    await this.database.manager.query(
      `WITH locked AS (SELECT id FROM domain WHERE subscription_id = $1 ORDER BY id FOR NO KEY UPDATE)
       UPDATE domain SET revision = nextval('revision') FROM locked WHERE domain.id = locked.id`,
      [id],
    );
  }

  async setQuota(id: string, quota: SubscriptionQuota): Promise<void> {
    await this.rows.update({ id }, { quota });
  }

  /** Whether a subscription has domains, also ones that are being deleted. */
  async hasDomains(id: string): Promise<boolean> {
    const rows: unknown[] = await this.database.manager.query('SELECT FROM domain WHERE subscription_id = $1 LIMIT 1', [id]);
    return rows.length > 0;
  }

  /**
   * Deletes the stored responses of a subscription. Before the subscription is locked, because a request that has its stored response may
   * wait for the subscription.
   */
  async deleteAnswers(id: string): Promise<void> {
    await this.database.manager.query('DELETE FROM idempotency_answer WHERE subscription_id = $1', [id]);
  }

  /** Deletes a locked subscription without domains, its API keys and its operators. */
  async delete(id: string): Promise<void> {
    await this.rows.delete({ id });
  }

  private get rows() {
    return this.database.manager.getRepository(Subscription);
  }
}
