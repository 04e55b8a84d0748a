import { Injectable } from '@nestjs/common';
import { Database } from '../connection/database.js';
import { getRefusedData, getViolatedConstraint } from '../connection/database-error.js';
import type { Domain } from '../domain/domain.entity.js';
import type { NewDomain } from '../domain/domain.repository.js';
import { requireQuota } from '../require-quota.js';
import type { TransferTable } from './transfer-tables.js';

/** A row of a file. */
export interface ImportedRow {
  /** Where it is in the file, from 1. */
  number: number;
  /** The line: a JSON object whose member `row` has the columns. */
  line: string;
  /** The columns that this installation has encrypted or assigned. */
  own: Readonly<Record<string, Buffer | number | null>>;
}

/** Where rows are added. @property maxRefused how many refused rows are looked for */
export interface ImportedRows {
  domainId: string;
  maxRefused: number;
}

/** A row that the database does not take, and why. */
export interface RefusedRow {
  number: number;
  detail: string;
}

/** What a file says about its domain. */
export type ImportedDomain = Pick<
  Domain,
  | 'id'
  | 'subscriptionId'
  | 'longestExpiry'
  | 'idTokenAlgorithms'
  | 'accessTokenAlgorithms'
  | 'secondFactor'
  | 'accountDeletion'
  | 'signUp'
  | 'editableAttributes'
> & { /** RFC 3339. */ createdAt: string };

/** Seconds without new rows after which an import counts as abandoned. */
const LEASE_SECONDS = 60;
const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;

/** No domain can have this name, so nobody finds the domain, and its own name stays free until the end. */
const NAME = `'importing/' || $1`;

const BEGIN = `
  INSERT INTO domain (id, subscription_id, name, kind, status, status_detail, longest_expiry, id_token_algorithms, access_token_algorithms, second_factor, created_at, account_deletion, sign_up, editable_attributes, importing_until)
  SELECT $1::text::uuid, $2, ${NAME}, 'custom', 'importing', NULL, $3, $4, $5, $6, $7, $9, $10, $11, ${LEASE}
  WHERE (SELECT count(*) FROM domain WHERE subscription_id = $2 AND status = 'importing') < $8 RETURNING 1`;

/** The domain was here before. The receipt of its deletion names the id; the row is only found by its own. */
const RELEASE_ID =
  'UPDATE domain_deletion SET deleted_domain_id = gen_random_uuid() WHERE deleted_domain_id = $1 AND completed_at IS NOT NULL';

const RENEW = `UPDATE domain SET importing_until = ${LEASE} WHERE id = $1 AND status = 'importing' RETURNING 1`;

/** A registration of the subscription $1 with the name $2 that has nothing but the name, whose ownership is proved. */
const IS_EMPTY_REGISTRATION = `
  subscription_id = $1 AND name = $2 AND kind = 'custom' AND status IN ('active', 'degraded')
  AND NOT EXISTS (SELECT FROM client WHERE domain_id = domain.id) AND NOT EXISTS (SELECT FROM end_user WHERE domain_id = domain.id)`;

/** Frees the name, and lets the proof of its ownership count for the domain $3. */
const REPLACE_REGISTRATION = `
  WITH replaced AS (
    UPDATE domain SET name = 'replaced/' || id, status = 'deleting', verified_at = NULL, next_check_at = NULL, revision = nextval('revision')
    WHERE ${IS_EMPTY_REGISTRATION} RETURNING id
  ), proved AS (
    UPDATE domain_verification SET domain_id = $3 FROM replaced WHERE domain_verification.domain_id = replaced.id
  )
  SELECT FROM replaced`;

const FINISH = `
  UPDATE domain SET name = $2, kind = $6, status = $3, status_detail = $4, verified_at = CASE WHEN $5 THEN now() END,
    importing_until = NULL, next_check_at = CASE WHEN EXISTS (SELECT FROM domain_verification WHERE domain_id = $1) THEN now() END, revision = nextval('revision')
  WHERE id = $1 AND status = 'importing' AND NOT ($6 = 'sandbox' AND EXISTS (
    SELECT FROM released_name WHERE name_hash = sha256(convert_to($2, 'UTF8')) AND released_name.subscription_id <> domain.subscription_id))
  RETURNING 1`;

const COUNT_USERS = `
  INSERT INTO user_count (domain_id, identity_provider, shard, users, made)
  SELECT domain_id, identity_provider, 0, count(*), count(*) FROM end_user WHERE domain_id = $1 GROUP BY domain_id, identity_provider`;

/** Ends imports whose process is gone, or one that has failed. Their rows are removed like those of deleted domains. */
const ABANDON = `
  UPDATE domain SET status = 'deleting', importing_until = NULL
  WHERE status = 'importing' AND (importing_until < now() OR id = $1) RETURNING id, subscription_id AS "subscriptionId", name`;

/** Writes a domain that nobody can find until all of it is there. */
@Injectable()
export class DomainImportRepository {
  constructor(private readonly database: Database) {}

  /** Whether the subscription has a domain of this name that is in use, or another one holds it. */
  async isTaken({ subscriptionId, name }: Pick<NewDomain, 'subscriptionId' | 'name'>): Promise<boolean> {
    const taken: unknown[] = await this.database.manager.query(
      `SELECT FROM domain WHERE name = $2 AND (subscription_id = $1 OR verified_at IS NOT NULL) AND NOT (${IS_EMPTY_REGISTRATION}) LIMIT 1`,
      [subscriptionId, name],
    );
    return taken.length > 0;
  }

  /**
   * Creates the domain.
   *
   * @param maxOpen the number of imports of the subscription that may be in progress
   * @returns `exists` if there is a domain with this id, `busy` if there are as many imports
   * @throws QuotaExceededError
   */
  async begin(domain: ImportedDomain, maxOpen: number): Promise<'begun' | 'exists' | 'busy'> {
    const {
      id,
      subscriptionId,
      longestExpiry,
      idTokenAlgorithms,
      accessTokenAlgorithms,
      secondFactor,
      createdAt,
      accountDeletion,
      signUp,
      editableAttributes,
    } = domain;
    try {
      return await this.database.transaction(async () => {
        await requireQuota(this.database, 'domains', { subscriptionId });
        await this.database.manager.query(RELEASE_ID, [id]);
        const rows: unknown[] = await this.database.manager.query(BEGIN, [
          id,
          subscriptionId,
          longestExpiry,
          idTokenAlgorithms,
          accessTokenAlgorithms,
          secondFactor,
          createdAt,
          maxOpen,
          accountDeletion,
          signUp,
          editableAttributes,
        ]);
        return rows.length > 0 ? 'begun' : 'busy';
      });
    } catch (error) {
      if (getViolatedConstraint(error) === null) throw error;
      return 'exists';
    }
  }

  /**
   * Adds rows of a table in short transactions.
   *
   * @returns the rows that the database does not take; null if the import was abandoned
   */
  async add(target: ImportedRows, table: TransferTable, rows: readonly ImportedRow[]): Promise<RefusedRow[] | null> {
    const { domainId, maxRefused } = target;
    if (rows.length === 0 || maxRefused <= 0) return [];
    try {
      const isOpen = await this.database.transaction(async () => {
        if (!(await this.renew(domainId))) return false;
        await this.database.manager.query(buildInsert(table), [domainId, rows.map(({ line }) => line), rows.map(toJson)]);
        return true;
      });
      return isOpen ? [] : null;
    } catch (error) {
      const detail = getRefusedData(error);
      if (detail === null) throw error;
      if (rows.length === 1) return [{ number: rows[0]!.number, detail }];
      return this.addHalves(target, table, rows);
    }
  }

  /** Tells others that the import goes on. @returns false if it was abandoned */
  async renew(domainId: string): Promise<boolean> {
    const [renewed]: [unknown[], number] = await this.database.manager.query(RENEW, [domainId]);
    return renewed.length > 0;
  }

  /**
   * Gives the domain its name, within a transaction.
   *
   * @returns false if the name is taken, or the import was abandoned
   */
  async finish(id: string, { name, kind, status, statusDetail, verifiedAt }: NewDomain): Promise<boolean> {
    try {
      // The savepoint keeps the enclosing transaction usable.
      const [rows]: [unknown[], number] = await this.database.manager.transaction((manager) =>
        manager.query(FINISH, [id, name, status, statusDetail, verifiedAt !== null, kind]),
      );
      return rows.length > 0;
    } catch (error) {
      if (getViolatedConstraint(error) === null) throw error;
      return false;
    }
  }

  /** Replaces a registration of the name that has no clients and no users by the imported domain. @returns false if there is none */
  async replaceRegistration(id: string, { subscriptionId, name }: Pick<NewDomain, 'subscriptionId' | 'name'>): Promise<boolean> {
    const replaced: unknown[] = await this.database.manager.query(REPLACE_REGISTRATION, [subscriptionId, name, id]);
    return replaced.length > 0;
  }

  /** Counts the users of an imported domain. */
  async countUsers(domainId: string): Promise<void> {
    await this.database.manager.query(COUNT_USERS, [domainId]);
  }

  /** Requires that the subscription may have what was imported. @throws QuotaExceededError */
  async requireQuotas(domainId: string): Promise<void> {
    await requireQuota(this.database, 'clients', { domainId, wanted: 0 });
    await requireQuota(this.database, 'users', { domainId, wanted: 0 });
  }

  /** Ends an import that has failed, and all whose process is gone. @returns the domains whose rows must be removed */
  async abandon(id: string | null = null): Promise<Pick<Domain, 'id' | 'subscriptionId' | 'name'>[]> {
    const [rows]: [Pick<Domain, 'id' | 'subscriptionId' | 'name'>[], number] = await this.database.manager.query(ABANDON, [id]);
    return rows;
  }

  private async addHalves(target: ImportedRows, table: TransferTable, rows: readonly ImportedRow[]): Promise<RefusedRow[] | null> {
    const middle = Math.ceil(rows.length / 2);
    const first = await this.add(target, table, rows.slice(0, middle));
    if (!first) return null;
    const second = await this.add({ ...target, maxRefused: target.maxRefused - first.length }, table, rows.slice(middle));
    return second && [...first, ...second];
  }
}

function buildInsert({ name, columns, encrypted, assigned }: TransferTable): string {
  const names = [...columns, ...encrypted, ...assigned];
  // The domain is a parameter, whatever the file says.
  return `
    INSERT INTO ${name} (domain_id, ${names.join()})
    SELECT $1, ${names.map((column) => `imported.${column}`).join()}
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS file (line, own, n)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::${name}, (file.line::jsonb -> 'row') || file.own::jsonb) AS imported
    ORDER BY file.n`;
}

function toJson({ own }: ImportedRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(own).map(([column, value]) => [column, toText(value)])));
}

/** Octets as PostgreSQL reads them. */
function toText(value: Buffer | number | null): string | number | null {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}
