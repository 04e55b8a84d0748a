import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RenameEncryptedColumns1795141770000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE message RENAME sealed TO encrypted');
    await runner.query('ALTER TABLE message RENAME CONSTRAINT message_sealed TO message_encrypted');
    await runner.query('ALTER TABLE recovery_code RENAME sealed TO encrypted');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE recovery_code RENAME encrypted TO sealed');
    await runner.query('ALTER TABLE message RENAME CONSTRAINT message_encrypted TO message_sealed');
    await runner.query('ALTER TABLE message RENAME encrypted TO sealed');
  }
}
