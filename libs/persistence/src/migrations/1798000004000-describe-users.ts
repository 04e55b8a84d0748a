import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the last sign-in of users, and indexes their attributes. Replicas of the previous release ignore both. */
export class DescribeUsers1798000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE end_user ADD last_sign_in_at timestamptz;

      -- A term for each attribute with a value that a query can name: the domain, the block, the name and the value. No name contains a
      -- line break. Hashes keep the index small; a query compares the value itself too.
      CREATE FUNCTION end_user_attribute_terms(domain_id uuid, block integer, attributes jsonb) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 AS $$
        SELECT ARRAY(
          SELECT hashtextextended(domain_id || '/' || block || E'\\n' || name || E'\\n' || (value #>> '{}'), 0)
          FROM jsonb_each(attributes) AS attribute (name, value) WHERE jsonb_typeof(value) IN ('string', 'number', 'boolean'))
      $$;
      CREATE INDEX end_user_attribute ON end_user
        USING gin (end_user_attribute_terms(domain_id, block, attributes)) WITH (fastupdate = off);
      ALTER INDEX end_user_attribute ALTER COLUMN 1 SET STATISTICS 0;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX end_user_attribute;
      DROP FUNCTION end_user_attribute_terms;
      ALTER TABLE end_user DROP last_sign_in_at;
    `);
  }
}
