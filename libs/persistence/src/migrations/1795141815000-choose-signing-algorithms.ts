import type { MigrationInterface, QueryRunner } from 'typeorm';

const ALGORITHMS = `ARRAY['RS256', 'PS256', 'ES256', 'EdDSA']`;

/** Lets domains have keys of several algorithms, and lets domains and clients choose which one signs. */
export class ChooseSigningAlgorithms1795141815000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE signing_key DROP CONSTRAINT signing_key_algorithm,
         ADD CONSTRAINT signing_key_algorithm CHECK (algorithm IN ('RS256', 'PS256', 'ES256', 'EdDSA'))`,
    );
    await runner.query(
      `ALTER TABLE domain ADD COLUMN id_token_algorithms text[] NOT NULL DEFAULT '{RS256,ES256}',
         ADD COLUMN access_token_algorithms text[] NOT NULL DEFAULT '{ES256,RS256}'`,
    );
    await runner.query('ALTER TABLE client ADD COLUMN id_token_algorithms text[], ADD COLUMN access_token_algorithms text[]');
    for (const table of ['domain', 'client'])
      for (const column of ['id_token_algorithms', 'access_token_algorithms'])
        await runner.query(
          `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column} CHECK (${column} <@ ${ALGORITHMS} AND ${column} <> '{}')`,
        );
    // Before, the newest key signed everything, so its algorithm was the operator's choice.
    await runner.query(
      `UPDATE domain SET id_token_algorithms = ARRAY[newest.algorithm], access_token_algorithms = ARRAY[newest.algorithm]
       FROM (SELECT DISTINCT ON (domain_id) domain_id, algorithm FROM signing_key ORDER BY domain_id, signs_from DESC) AS newest
       WHERE newest.domain_id = domain.id AND newest.algorithm <> 'ES256'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE client DROP COLUMN id_token_algorithms, DROP COLUMN access_token_algorithms');
    await runner.query('ALTER TABLE domain DROP COLUMN id_token_algorithms, DROP COLUMN access_token_algorithms');
    await runner.query(
      `ALTER TABLE signing_key DROP CONSTRAINT signing_key_algorithm,
         ADD CONSTRAINT signing_key_algorithm CHECK (algorithm IN ('ES256', 'RS256', 'EdDSA'))`,
    );
  }
}
