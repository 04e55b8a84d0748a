import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { Subscription } from './subscription.entity.js';

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

  private get rows() {
    return this.database.manager.getRepository(Subscription);
  }
}
