import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RenameVerification1795141780000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE verification RENAME TO domain_verification');
    await runner.query('ALTER TABLE domain_verification RENAME CONSTRAINT verification_pk TO domain_verification_pk');
    await runner.query('ALTER TABLE domain_verification RENAME CONSTRAINT verification_domain TO domain_verification_domain');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE domain_verification RENAME CONSTRAINT domain_verification_domain TO verification_domain');
    await runner.query('ALTER TABLE domain_verification RENAME CONSTRAINT domain_verification_pk TO verification_pk');
    await runner.query('ALTER TABLE domain_verification RENAME TO verification');
  }
}
