import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../connection/database.js';
import { getViolatedConstraint } from '../connection/database-error.js';
import { listKeys, type KeyList, type KeyListQuery, type KeySource } from '../key-list.js';
import { requireQuota } from '../require-quota.js';
import { Domain, type DomainKind, type DomainStatus } from './domain.entity.js';
import { DomainFrozenError } from './domain-frozen.error.js';
import { ReleasedNameError } from './released-name.error.js';

/** The properties of a domain that are fixed at registration. */
export type NewDomain = Pick<Domain, 'subscriptionId' | 'name' | 'kind' | 'status' | 'statusDetail' | 'longestExpiry' | 'verifiedAt'>;

/** Why a name is not available: the subscription already has it, or another one holds it. */
export type NameConflict = 'claimed' | 'held';

const CONFLICT_BY_CONSTRAINT: Readonly<Record<string, NameConflict>> = { domain_claim: 'claimed', domain_holder: 'held' };

const NAMES: KeySource = { table: 'domain', key: 'name', where: `subscription_id = $1 AND status NOT IN ('deleting', 'importing')` };

/** What a list shows of a domain. `name` is that of its branding. */
export interface DomainSummary {
  domain: string;
  kind: DomainKind;
  status: DomainStatus;
  name: string | null;
}

const SUMMARIES = {
  name: 'domain_summaries',
  text: `
    SELECT domain.name AS domain, domain.kind, domain.status, branding.name
    FROM unnest($2::text[]) WITH ORDINALITY AS asked (name, n)
    JOIN domain ON domain.subscription_id = $1 AND domain.name = asked.name
    LEFT JOIN branding ON branding.domain_id = domain.id
    WHERE domain.status NOT IN ('deleting', 'importing') ORDER BY n`,
};

/** From now on the trigger require_open_domain refuses everything, without a pause for what was in progress. */
const CLOSE = `UPDATE domain SET frozen_at = least(frozen_at, clock_timestamp() - interval '1 second') WHERE id = $1 AND frozen_at IS NOT NULL`;
/** Clocks of machines may differ by the seconds of the tolerance. */
const RESTORE_REFRESH_TOKENS = `
  UPDATE oidc_payload AS used SET consumed_at = NULL
  WHERE used.domain_id = $1 AND used.model = 'RefreshToken' AND used.consumed_at > now() - interval '1 minute' AND NOT EXISTS (
    SELECT FROM oidc_payload AS successor
    WHERE successor.domain_id = $1 AND successor.grant_id = used.grant_id AND successor.model = 'RefreshToken' AND successor.hash <> used.hash
      AND (successor.payload->>'iat')::bigint >= extract(epoch FROM used.consumed_at) - 5)`;

/** The kind of lock that changes within a domain share. The number is arbitrary, but no other kind of lock has it. */
const DELETION_LOCK = 1_684_367_214;

@Injectable()
export class DomainRepository {
  constructor(private readonly database: Database) {}

  /** @returns the new domain, or why its name is not available @throws QuotaExceededError */
  async create(values: NewDomain): Promise<Domain | NameConflict> {
    await requireQuota(this.database, 'domains', values);
    const domain = this.rows.create({
      ...values,
      editableAttributes: null,
      nextCheckAt: null,
      dnsTarget: null,
      dnsBegunAt: null,
      frozenAt: null,
      importingUntil: null,
    });
    try {
      // The savepoint keeps an enclosing transaction usable.
      await this.database.manager.transaction(async (manager) => {
        await manager.getRepository(Domain).insert(domain);
        // After the insertion, which waits for the end of a deletion: the name that it has released is visible now.
        // control: a released name of the sandbox zone goes to no other subscription
        if (domain.kind === 'sandbox' && (await isReleasedByAnother(manager, values))) throw new ReleasedNameError();
      });
    } catch (error) {
      const conflict = error instanceof ReleasedNameError ? 'held' : CONFLICT_BY_CONSTRAINT[getViolatedConstraint(error) ?? ''];
      if (!conflict) throw error;
      // A subscription that holds the name violates both indexes; which one is reported depends on their age.
      return conflict === 'held' && (await this.findByName(values.subscriptionId, values.name)) ? 'claimed' : conflict;
    }
    return domain;
  }

  find(id: string): Promise<Domain | null> {
    return this.rows.findOneBy({ id });
  }

  /** Finds a subscription's claim to a name, whatever its status. */
  findByName(subscriptionId: string, name: string): Promise<Domain | null> {
    return this.rows.findOneBy({ subscriptionId, name });
  }

  /** The same outside any transaction, as a prepared statement, because most requests start with it. */
  async findByNamePrepared(subscriptionId: string, name: string): Promise<Domain | null> {
    const text = `SELECT ${this.database.listColumns(Domain)} FROM domain WHERE subscription_id = $1 AND name = $2`;
    const [domain] = await this.database.queryPrepared<Domain>({ name: 'domain_by_name', text }, [subscriptionId, name]);
    return domain ?? null;
  }

  /** Finds the domain that is served under a name. */
  findHolder(name: string): Promise<Domain | null> {
    return this.rows.createQueryBuilder('domain').where('domain.name = :name AND domain.verified_at IS NOT NULL', { name }).getOne();
  }

  /** The names of the domains of a subscription that are not being deleted, oldest first. @param among null for all */
  listNames(subscriptionId: string, query: KeyListQuery, among: readonly string[] | null): Promise<KeyList> {
    return listKeys(this.database, query, { owner: subscriptionId, among, ...NAMES });
  }

  /** What a list shows of the domains with these names, in their order. */
  listSummaries(subscriptionId: string, names: readonly string[]): Promise<DomainSummary[]> {
    return this.database.queryPrepared<DomainSummary>(SUMMARIES, [subscriptionId, names]);
  }

  /** Every domain whose name contains this text, oldest first, for the operator of the service, not of a domain. */
  listAll(text = ''): Promise<Domain[]> {
    return this.rows
      .createQueryBuilder('domain')
      .where('strpos(domain.name, :text) > 0', { text })
      .orderBy('domain.created_at')
      .addOrderBy('domain.id')
      .getMany();
  }

  /** The ids of the domains after the given one, sorted by id. */
  async listIdsAfter(id: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query('SELECT id FROM domain WHERE id > $1 ORDER BY id LIMIT $2', [
      id,
      limit,
    ]);
    return rows.map((row) => row.id);
  }

  /** The number of domains of each existing kind and status. */
  countByStatus(): Promise<{ kind: DomainKind; status: DomainStatus; domains: number }[]> {
    return this.database.manager.query('SELECT kind, status, count(*)::integer AS domains FROM domain GROUP BY kind, status');
  }

  /** Every domain with a name, in any subscription and status. */
  listByName(name: string): Promise<Domain[]> {
    return this.rows.find({ where: { name }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /**
   * Locks the domain until the transaction ends, to serialize changes of one domain and prevent any after its deletion.
   *
   * @returns false if it is gone or being deleted
   * @throws DomainFrozenError
   */
  async lockExisting(id: string): Promise<boolean> {
    return this.isChangeable(`SELECT name, frozen_at FROM domain WHERE id = $1 AND status <> 'deleting' FOR NO KEY UPDATE`, id);
  }

  /**
   * Prevents the deletion of the domain until the transaction ends; changes with this lock do not wait for each other.
   *
   * @returns false if it is gone or being deleted
   * @throws DomainFrozenError
   */
  async lockExistingShared(id: string): Promise<boolean> {
    await this.lockAgainstDeletion(id);
    return this.isChangeable(`SELECT name, frozen_at FROM domain WHERE id = $1 AND status <> 'deleting'`, id);
  }

  /** The same for what happens to a frozen domain, too. @returns false if it is gone or being deleted */
  async lockEvenFrozen(id: string): Promise<boolean> {
    await this.lockAgainstDeletion(id);
    const rows: unknown[] = await this.database.manager.query(`SELECT 1 FROM domain WHERE id = $1 AND status <> 'deleting'`, [id]);
    return rows.length === 1;
  }

  /**
   * Lets the domain take no changes from now on, after those in progress have ended; or lets it take them again.
   *
   * @returns whether it was otherwise before
   */
  async setFrozen(id: string, isFrozen: boolean): Promise<boolean> {
    await this.lockForDeletion(id);
    const [changed]: [unknown[], number] = await this.database.manager.query(
      `UPDATE domain SET frozen_at = CASE WHEN $2 THEN now() END, revision = nextval('revision')
       WHERE id = $1 AND status <> 'deleting' AND (frozen_at IS NOT NULL) <> $2 RETURNING id`,
      [id, isFrozen],
    );
    return changed.length === 1;
  }

  /**
   * Ends what requests of users may still write to a frozen domain, after the statements in progress. A refresh token whose successor was
   * refused counts as unused, so that its client can use it again. Call it in a transaction.
   */
  async closeFrozen(id: string): Promise<void> {
    // control: nothing is written to a frozen domain after its export has begun
    await this.lockForDeletion(id);
    await this.database.manager.query(CLOSE, [id]);
    await this.database.manager.query(RESTORE_REFRESH_TOKENS, [id]);
  }

  /** Raises the domain's revision, which invalidates everything cached from it. */
  async raiseRevision(id: string): Promise<void> {
    await this.rows.update({ id }, { revision: () => `nextval('revision')` });
  }

  /** Replaces the algorithms that sign its tokens, and raises its revision. */
  async replaceSigning(id: string, signing: Pick<Domain, 'idTokenAlgorithms' | 'accessTokenAlgorithms'>): Promise<void> {
    await this.rows.update({ id }, { ...signing, revision: () => `nextval('revision')` });
  }

  /** Replaces how users sign in and what they may do with their accounts, and raises its revision. */
  async replaceSignIn(
    id: string,
    signIn: Pick<Domain, 'secondFactor' | 'accountDeletion' | 'signUp' | 'editableAttributes'>,
  ): Promise<void> {
    await this.rows.update({ id }, { ...signIn, revision: () => `nextval('revision')` });
  }

  /** Stores an expiry in seconds that a client may use from now on. */
  async recordExpiry(id: string, expiry: number): Promise<void> {
    await this.database.manager.query('UPDATE domain SET longest_expiry = $2 WHERE id = $1 AND longest_expiry < $2', [id, expiry]);
  }

  /**
   * Locks the domain until the transaction ends against all changes, after those in progress have ended.
   *
   * @returns null if it is gone
   */
  async lockForDeletion(id: string): Promise<Domain | null> {
    await this.database.manager.query(`SELECT pg_advisory_xact_lock(${DELETION_LOCK}, hashtext($1))`, [id]);
    return this.rows.findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * Stops serving the domain: after the commit nothing in it changes.
   *
   * @returns false if it is gone or already being deleted
   */
  markDeleting(id: string): Promise<boolean> {
    return this.database.transaction(async () => {
      await this.lockForDeletion(id);
      const deleting: DomainStatus = 'deleting';
      const [marked]: [unknown[], number] = await this.database.manager.query(
        `UPDATE domain SET status = $2, status_detail = NULL, next_check_at = NULL, revision = nextval('revision')
         WHERE id = $1 AND status <> $2 RETURNING id`,
        [id, deleting],
      );
      return marked.length === 1;
    });
  }

  /**
   * Domains in deletion without a worker: their job was never started, was lost or killed, or has waited long enough after a failure. The
   * most overdue come first.
   *
   * @param queue of their deletion
   */
  async listDeleting(queue: string, limit: number): Promise<string[]> {
    const rows: { id: string }[] = await this.database.manager.query(
      `SELECT domain.id FROM domain LEFT JOIN job_state AS job ON job.domain_id = domain.id AND job.queue = $1
       WHERE domain.status = 'deleting' AND (job.next_attempt_at <= now()) IS NOT FALSE
       ORDER BY job.next_attempt_at NULLS FIRST, domain.id LIMIT $2`,
      [queue, limit],
    );
    return rows.map(({ id }) => id);
  }

  private async lockAgainstDeletion(id: string): Promise<void> {
    // With a shared row lock, a close sequence of changes could delay a deletion forever; here the deletion gets its turn.
    await this.database.manager.query(`SELECT pg_advisory_xact_lock_shared(${DELETION_LOCK}, hashtext($1))`, [id]);
  }

  /** @throws DomainFrozenError */
  private async isChangeable(statement: string, id: string): Promise<boolean> {
    const [found]: { name: string; frozen_at: Date | null }[] = await this.database.manager.query(statement, [id]);
    // control: a domain that is frozen takes no changes
    if (found?.frozen_at) throw new DomainFrozenError(found.name);
    return found !== undefined;
  }

  private get rows() {
    return this.database.manager.getRepository(Domain);
  }
}

async function isReleasedByAnother(
  manager: EntityManager,
  { name, subscriptionId }: Pick<Domain, 'name' | 'subscriptionId'>,
): Promise<boolean> {
  const rows: unknown[] = await manager.query(
    `SELECT 1 FROM released_name WHERE name_hash = sha256(convert_to($1, 'UTF8')) AND subscription_id <> $2`,
    [name, subscriptionId],
  );
  return rows.length > 0;
}
