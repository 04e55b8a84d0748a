import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the token quotas of clients. Replicas of the previous release ignore them, and count no token. */
export class CreateTokenQuotas1798000002100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE client ADD token_quota jsonb;

      CREATE TABLE client_token_budget (
        domain_id uuid NOT NULL,
        client_id text NOT NULL,
        period text NOT NULL CONSTRAINT client_token_budget_period CHECK (period IN ('minute', 'day')),
        window_start timestamptz NOT NULL,
        leased integer NOT NULL,
        last_lease integer NOT NULL,
        refusals integer NOT NULL,
        CONSTRAINT client_token_budget_pk PRIMARY KEY (domain_id, client_id, period),
        CONSTRAINT client_token_budget_client FOREIGN KEY (domain_id, client_id)
          REFERENCES client (domain_id, client_id) ON DELETE CASCADE
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE client_token_budget; ALTER TABLE client DROP token_quota;');
  }
}
