import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kind of lock that changes within a domain share, and how long a frozen domain still takes what was in progress: see DomainRepository. */
const DELETION_LOCK = 1_684_367_214;
const DRAIN = '250 milliseconds';

/**
 * Lets the database refuse what requests of users write to a frozen domain, however late a request is. The lock makes the end of a freeze
 * wait for statements in progress. A volatile function sees what was committed while it waited.
 */
export class CloseFrozenDomains1799000081000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION require_open_domain() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        PERFORM pg_advisory_xact_lock_shared(${DELETION_LOCK}, hashtext(NEW.domain_id::text));
        IF EXISTS (SELECT FROM domain WHERE id = NEW.domain_id AND frozen_at + interval '${DRAIN}' <= clock_timestamp()) THEN
          RAISE EXCEPTION 'the domain is frozen' USING ERRCODE = 'LK001';
        END IF;
        RETURN NEW;
      END $$
    `);
    // Clients get tokens for themselves all the time.
    const isOfUser = `NEW.model NOT IN ('ClientCredentials', 'ReplayDetection')`;
    await runner.query(
      `CREATE TRIGGER oidc_payload_open BEFORE INSERT ON oidc_payload FOR EACH ROW WHEN (${isOfUser}) EXECUTE FUNCTION require_open_domain()`,
    );
    // The end of a freeze takes back the use of refresh tokens whose successor was refused.
    await runner.query(`
      CREATE TRIGGER oidc_payload_open_update BEFORE UPDATE ON oidc_payload FOR EACH ROW
      WHEN (${isOfUser} AND (OLD.consumed_at IS NULL OR NEW.consumed_at IS NOT NULL)) EXECUTE FUNCTION require_open_domain()
    `);
    for (const table of ['passkey', 'recovery_code', 'totp']) {
      await runner.query(`CREATE TRIGGER ${table}_open BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION require_open_domain()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION require_open_domain CASCADE');
  }
}
