import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUsage1795141840000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage_count (
        domain_id uuid NOT NULL,
        day date NOT NULL,
        kind text NOT NULL,
        subject text NOT NULL,
        count bigint NOT NULL,
        CONSTRAINT usage_count_pk PRIMARY KEY (domain_id, day, kind, subject),
        CONSTRAINT usage_count_kind CHECK (kind IN ('token', 'sign_in', 'active_user')),
        CONSTRAINT usage_count_domain FOREIGN KEY (domain_id) REFERENCES domain (id) ON DELETE CASCADE
      )`);
    await runner.query(`
      CREATE TABLE user_activity (
        domain_id uuid NOT NULL,
        sub uuid NOT NULL,
        last_active_on date NOT NULL,
        CONSTRAINT user_activity_pk PRIMARY KEY (domain_id, sub),
        CONSTRAINT user_activity_user FOREIGN KEY (domain_id, sub) REFERENCES end_user (domain_id, sub) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE user_activity');
    await runner.query('DROP TABLE usage_count');
  }
}
