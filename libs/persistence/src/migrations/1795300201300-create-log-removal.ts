import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates signed records of what retention has removed from the logs of domains. */
export class CreateLogRemoval1795300201300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE log_removal (
        domain_id uuid NOT NULL CONSTRAINT log_removal_domain REFERENCES domain (id),
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        first_sequence bigint NOT NULL,
        jws text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT log_removal_pk PRIMARY KEY (domain_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE log_removal');
  }
}
