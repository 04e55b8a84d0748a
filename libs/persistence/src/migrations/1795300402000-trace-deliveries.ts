import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets deliveries continue the trace of the request that caused their event. The hash chain of the log does not cover it. */
export class TraceDeliveries1795300402000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE log_entry ADD COLUMN traceparent text');
    await runner.query('ALTER TABLE ssf_event ADD COLUMN traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ssf_event DROP COLUMN traceparent');
    await runner.query('ALTER TABLE log_entry DROP COLUMN traceparent');
  }
}
