import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes of all partitions. A unique index must include the partition key, so each partition gets its own. */
const INDEXES = `
  CREATE INDEX log_entry_unchained ON log_entry (domain_id, id) WHERE sequence IS NULL;
  CREATE INDEX log_entry_type ON log_entry (domain_id, type, sequence) WHERE sequence IS NOT NULL;
  CREATE INDEX log_entry_api_key ON log_entry (domain_id, actor_id, sequence) WHERE actor_type = 'api_key' AND sequence IS NOT NULL;
  CREATE INDEX log_entry_user ON log_entry (domain_id, sub, sequence) WHERE sub IS NOT NULL AND sequence IS NOT NULL;
  CREATE INDEX log_entry_client ON log_entry (domain_id, client_id, sequence) WHERE client_id IS NOT NULL AND sequence IS NOT NULL;
  CREATE INDEX log_entry_request ON log_entry (domain_id, request_id, sequence) WHERE request_id IS NOT NULL AND sequence IS NOT NULL;`;
const INDEX_NAMES = ['unchained', 'type', 'api_key', 'user', 'client', 'request', 'sequence', 'pk'];

/** A moved entry is inserted again when it is already chained and dispatched to webhooks. */
const TRIGGERS = `
  CREATE TRIGGER log_entry_name BEFORE INSERT ON log_entry FOR EACH ROW WHEN (NEW.type IS NULL) EXECUTE FUNCTION name_audit_event();
  CREATE TRIGGER log_entry_webhook_outbox AFTER INSERT ON log_entry FOR EACH ROW WHEN (NEW.sequence IS NULL) EXECUTE FUNCTION add_to_webhook_outbox();`;

/**
 * Creates the partition of a month. Like ATTACH PARTITION, it locks the parent only against other changes of partitions, and the default
 * partition against all access, for which it waits at most a second. Its entries in the default partition are moved before triggers fire,
 * and under a lock of the whole log, because a statement that had begun would miss them.
 */
const CREATE_PARTITION = `
  CREATE FUNCTION create_log_partition(month date) RETURNS void LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
  DECLARE
    name text := to_char(month, '"log_entry_"YYYY_MM');
    next date := month + interval '1 month';
  BEGIN
    LOCK TABLE log_entry IN SHARE UPDATE EXCLUSIVE MODE;
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE log_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (domain_id, id)', name, name || '_pk');
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (domain_id, sequence) WHERE sequence IS NOT NULL', name || '_sequence', name);
    IF EXISTS (SELECT FROM log_entry_default WHERE removed_from >= month AND removed_from < next) THEN
      LOCK TABLE log_entry IN ACCESS EXCLUSIVE MODE;
      EXECUTE format('WITH moved AS (DELETE FROM log_entry_default WHERE removed_from >= $1 AND removed_from < $2 RETURNING *)
                      INSERT INTO %I SELECT * FROM moved', name) USING month, next;
    END IF;
    EXECUTE format('ALTER TABLE log_entry ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, month, next);
  END $$;`;

/** Partitions the log by the month from which its entries may be removed. The existing table becomes the first partition. */
export class PartitionLog1795300201200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE log_entry IN ACCESS EXCLUSIVE MODE');
    const { month, next, id } = await readTable(runner);
    const first = `log_entry_${month.slice(0, 7).replace('-', '_')}`;
    await runner.query(`
      DROP TRIGGER log_entry_name ON log_entry;
      DROP TRIGGER log_entry_webhook_outbox ON log_entry;
      ALTER TABLE log_entry ALTER COLUMN id DROP IDENTITY;
      ALTER TABLE log_entry RENAME TO ${first};
      ${INDEX_NAMES.map((name) => `ALTER INDEX log_entry_${name} RENAME TO ${first}_${name};`).join('\n')}

      CREATE TABLE log_entry (LIKE ${first} INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (removed_from);
      ALTER TABLE log_entry DROP CONSTRAINT log_entry_month,
        ALTER COLUMN removed_from SET DEFAULT CURRENT_DATE + 400,
        ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH ${id}),
        ADD CONSTRAINT log_entry_domain FOREIGN KEY (domain_id) REFERENCES domain (id);
      ${INDEXES}
      ${TRIGGERS}
      ALTER TABLE log_entry ATTACH PARTITION ${first} FOR VALUES FROM ('${month}') TO ('${next}');
      ALTER TABLE ${first} DROP CONSTRAINT log_entry_month;

      CREATE TABLE log_entry_default PARTITION OF log_entry DEFAULT;
      ALTER TABLE log_entry_default ADD CONSTRAINT log_entry_default_pk PRIMARY KEY (domain_id, id);
      CREATE UNIQUE INDEX log_entry_default_sequence ON log_entry_default (domain_id, sequence) WHERE sequence IS NOT NULL;
      ${CREATE_PARTITION}
      SELECT create_log_partition(month::date) FROM generate_series('${month}'::date, '${month}'::date + interval '3 months', interval '1 month') AS month;

      ALTER TABLE log_retention ADD COLUMN placed_until timestamptz;
      CREATE INDEX log_retention_days_used ON log_retention (days);
      CREATE INDEX log_retention_unplaced ON log_retention (domain_id) WHERE placed_until IS NOT NULL;
    `);
  }

  /** Copies all entries into one table, with the log locked meanwhile. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('LOCK TABLE log_entry IN ACCESS EXCLUSIVE MODE');
    const [{ id }] = (await runner.query(`SELECT nextval(pg_get_serial_sequence('log_entry', 'id')) AS id`)) as [{ id: string }];
    await runner.query(`
      ALTER TABLE log_retention DROP COLUMN placed_until;
      DROP INDEX log_retention_days_used;
      CREATE TABLE log_entry_whole (LIKE log_entry INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
      INSERT INTO log_entry_whole SELECT * FROM log_entry;
      DROP TABLE log_entry;
      DROP FUNCTION create_log_partition;
      ALTER TABLE log_entry_whole RENAME TO log_entry;
      ALTER TABLE log_entry ADD CONSTRAINT log_entry_pk PRIMARY KEY (domain_id, id),
        ADD CONSTRAINT log_entry_domain FOREIGN KEY (domain_id) REFERENCES domain (id),
        ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (START WITH ${id});
      CREATE UNIQUE INDEX log_entry_sequence ON log_entry (domain_id, sequence) WHERE sequence IS NOT NULL;
      ${INDEXES}
      ${TRIGGERS}
    `);
  }
}

/** @returns the month of its removal, and the next id */
async function readTable(runner: QueryRunner): Promise<{ month: string; next: string; id: string }> {
  const [{ value }] = (await runner.query(
    `SELECT column_default AS value FROM information_schema.columns WHERE table_name = 'log_entry' AND column_name = 'removed_from' AND table_schema = current_schema`,
  )) as [{ value: string }];
  const [table] = (await runner.query(
    `SELECT date_trunc('month', ${value})::date::text AS month, (date_trunc('month', ${value}) + interval '1 month')::date::text AS next,
            nextval(pg_get_serial_sequence('log_entry', 'id')) AS id`,
  )) as [{ month: string; next: string; id: string }];
  return table;
}
