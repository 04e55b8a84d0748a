import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the operator of the service repeat requests by Idempotency-Key: its responses have the nil UUID in place of a subscription. */
export class StoreResponsesOfThePlatform1798000003001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_answer DROP CONSTRAINT idempotency_answer_subscription');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM idempotency_answer WHERE subscription_id NOT IN (SELECT id FROM subscription)');
    await runner.query(
      `ALTER TABLE idempotency_answer ADD CONSTRAINT idempotency_answer_subscription
         FOREIGN KEY (subscription_id) REFERENCES subscription (id) ON DELETE CASCADE`,
    );
  }
}
