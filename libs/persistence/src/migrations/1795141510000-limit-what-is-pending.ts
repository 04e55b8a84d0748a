import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Slots limit the rows that unauthenticated requests create (see BoundedRows). Existing rows have no slot, and expire within a day. */
export class LimitWhatIsPending1795141510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE oidc_payload ADD slot integer, ADD untouched_since timestamptz;
      CREATE UNIQUE INDEX oidc_payload_slot ON oidc_payload (domain_id, model, slot) WHERE slot IS NOT NULL;
      CREATE INDEX oidc_payload_untouched ON oidc_payload (domain_id, model, untouched_since) WHERE untouched_since IS NOT NULL;

      ALTER TABLE passkey_challenge ADD slot integer;
      CREATE UNIQUE INDEX passkey_challenge_slot ON passkey_challenge (domain_id, slot) WHERE slot IS NOT NULL;

      ALTER TABLE federation_request ADD slot integer;
      CREATE UNIQUE INDEX federation_request_slot ON federation_request (domain_id, slot) WHERE slot IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE federation_request DROP slot;
      ALTER TABLE passkey_challenge DROP slot;
      ALTER TABLE oidc_payload DROP untouched_since, DROP slot;
    `);
  }
}
