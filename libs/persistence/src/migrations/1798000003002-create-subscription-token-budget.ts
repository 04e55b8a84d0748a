import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the leases of the token quotas of subscriptions. Replicas of the previous release count no token. */
export class CreateSubscriptionTokenBudget1798000003002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE subscription_token_budget (
        subscription_id uuid NOT NULL,
        period text NOT NULL CONSTRAINT subscription_token_budget_period CHECK (period IN ('minute', 'day')),
        window_start timestamptz NOT NULL,
        leased integer NOT NULL,
        last_lease integer NOT NULL,
        refusals integer NOT NULL,
        CONSTRAINT subscription_token_budget_pk PRIMARY KEY (subscription_id, period),
        CONSTRAINT subscription_token_budget_subscription FOREIGN KEY (subscription_id) REFERENCES subscription (id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE subscription_token_budget');
  }
}
