import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DOMAIN_TABLES } from './domain-deletion/domain-tables.js';
import * as persistence from './index.js';
import { FAKE_PERSONAL_DATA } from './audit-log/personal-data.fixture.js';
import { createPersistenceFixture, type PersistenceFixture } from './persistence.fixture.js';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

type Method = (...parameters: unknown[]) => unknown;
type RepositoryClass = new (...parameters: unknown[]) => Record<string, Method>;

const ID = '00000000-0000-4000-8000-000000000000';
/** Excludes the probe of the circuit breaker, which can occur at any time. */
const ANALYZABLE = /^\s*(SELECT(?! 1$)|WITH|INSERT|UPDATE|DELETE)/i;
const GROWING = new Set<string>([
  ...DOMAIN_TABLES,
  'domain',
  'subscription',
  'api_key',
  'operator',
  'operator_proof',
  'idempotency_key',
  'rate_limit',
  'dns_attempt',
]);

/** A partition of the log. The default one is empty. */
const PARTITION = /^log_entry_\d{4}_\d{2}$/;

/** The statements that may read a whole table, and the reasons. */
const SCANS: Readonly<Record<string, string>> = {
  'DnsAttemptRepository.countOverdue: dns_attempt': 'a metric; has the DNS changes whose outcome is unknown',
  'DomainRepository.countByStatus: domain': 'a metric, every 30 seconds',
  'DomainRepository.listAll: domain': 'the operator of the service lists all domains',
  'IssuedTokenRepository.read: identity_provider': 'the plan of an empty table: with rows it looks the provider up',
  'JobStateRepository.countFailed: job_state': 'a metric; has the jobs that are due',
  'JobStateRepository.end: job_state': 'only for a key that is no key: called with one, it deletes by the primary key',
  'AuditLogHeadKeyRepository.create: log_chain': 'once for each installation',
  'AuditLogHeadKeyRepository.hasHeads: log_chain': 'once for each installation',
  'LogoutNoticeRepository.countFailed: logout_notice': 'a metric; has the notices that are due',
  'MasterKeyProofRepository.listOneSigningKeyPerMasterKey: signing_key': 'at the first start of an older database, once',
  'RateLimitRepository.deleteExpired: rate_limit': 'has the counts of the last minutes; an index would cost each count',
  'AgentRepository.list: identity_provider': 'the plan of an empty table: with rows it looks the provider up',
  'ServedDomainRepository.currentRevisions: identity_provider': 'the plan of an empty table: with rows it looks the provider up',
  'ServedDomainRepository.findActiveUser: identity_provider': 'the plan of an empty table: with rows it looks the provider up',
  'ServedRecordRepository.read: identity_provider': 'the plan of an empty table: with rows it looks the provider up',
  'SsfChangeRepository.deleteUnused: ssf_change': 'has the changes that events wait with; each is looked up among them',
  'SsfEventRepository.deleteExpiredNotices: ssf_stream': 'the plan of few streams; a client has one stream at most',
  'SsfEventRepository.expire: ssf_stream': 'looks at what waits in every stream; a client has one stream at most',
  'SubscriptionRepository.list: subscription': 'the operator of the service lists all subscriptions',
  'SubscriptionRepository.listIds: subscription': 'the operator of the service lists all subscriptions',
};
/** Methods that send no statement with parameters of another kind: parts of others, and those that build a row first. */
const WITHOUT_STATEMENT = [
  'ClientFailureAuditLogRepository.record',
  'ClientRepository.findBy',
  'DomainRepository.isChangeable',
  'DomainVerificationRepository.executeTransition',
  'FederatedUserRepository.create',
  'FederatedUserRepository.refresh',
  'AuditLogQueryRepository.decrypt',
  'AuditLogRemovalRepository.drop',
  'AuditLogRemovalRepository.keepPartitions',
  'AuditLogRepository.create',
  'AuditLogRepository.protect',
  'OidcPayloadRepository.findBy',
  'PendingPayloadRepository.create',
  'RegisteredClientRepository.create',
  'RegisteredClientRepository.delete',
  'RegisteredClientRepository.find',
  'RegisteredClientRepository.lock',
  'RegisteredClientRepository.replace',
  'ScimUserRepository.listMatching',
  'SsfStreamRepository.lock',
  'SsfStreamRepository.replace',
  'TotpRepository.updateOne',
  'UserRepository.lock',
  'UserRepository.update',
  'WebhookRepository.lock',
  'AuditLogRepository.createAll',
  'AuditLogRepository.createForNewUsers',
  'ClientAuthenticationSetRepository.put',
  'ClientRoleRepository.replaceAll',
  'ClientSetRepository.listColumns',
  'ClientSetRepository.query',
  'ClientSetRepository.toRow',
  'SubscriptionRepository.lock',
  'UserImportJobRepository.advance',
  'UserImportRepository.lock',
  'UserInvitationStepRepository.exists',
  'UserInvitationStepRepository.lockDue',
  'UserDataRepository.list',
  'UserPageRepository.listAll',
  'UserPageRepository.listPage',
  'UserRepository.create',
] as const;

let fixture: PersistenceFixture;
/** Partial indexes. */
let partial: Set<string>;
/** Keyed by method, such as `ClientRepository.find`. */
let statements: Map<string, Set<string>>;

/** An object with this value under every name, except those of a list. */
function withEvery(value: unknown, list: unknown[] = []): unknown {
  return new Proxy(list, { get: (_list, name) => (typeof name === 'symbol' || name in list ? Reflect.get(list, name) : value) });
}

const ROW = withEvery(ID);
/** Parameters of every kind: ids, rows, lists of both, rows of lists, numbers, times and functions. */
const PARAMETERS = [ID, withEvery(ID, [ID]), withEvery(ID, [ROW]), withEvery([ROW]), withEvery([ID]), 1, new Date(), async () => undefined];

function listMethods(): [string, RepositoryClass, string][] {
  const classes = Object.entries(persistence).filter(([name, each]) => name.endsWith('Repository') && typeof each === 'function');
  return classes.flatMap(([name, each]) => {
    const Repository = each as RepositoryClass;
    return listMethodNames(Repository.prototype as object).map((method): [string, RepositoryClass, string] => [name, Repository, method]);
  });
}

/** The methods of its own class and inherited ones. */
function listMethodNames(prototype: object): string[] {
  if (prototype === Object.prototype) return [];
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  const methods = own.filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function').map(([name]) => name);
  return [...methods, ...listMethodNames(Object.getPrototypeOf(prototype) as object)];
}

/** Calls a method with parameters of every kind. Only the statements that it sends count, not their results. */
async function call(repository: Record<string, Method>, method: string): Promise<void> {
  for (const parameter of PARAMETERS) {
    try {
      await repository[method]!(...Array.from({ length: 5 }, () => parameter));
    } catch {
      // Most parameters are invalid.
    }
  }
}

async function captureStatements(): Promise<void> {
  let current = new Set<string>();
  const send = pg.Client.prototype.query as Method;
  pg.Client.prototype.query = function capture(this: pg.Client, ...parameters: unknown[]) {
    const [statement] = parameters;
    current.add(typeof statement === 'string' ? statement : (statement as { text: string }).text);
    return send.apply(this, parameters);
  } as never;
  try {
    for (const [name, Repository, method] of listMethods()) {
      // The statistics of empty tables would change the plans of other statements.
      if (method === 'analyzeUsers') continue;
      current = new Set();
      statements.set(`${name}.${method}`, current);
      await call(new Repository(fixture.database), method);
    }
  } finally {
    pg.Client.prototype.query = send as never;
  }
}

function listScanned(plan: Plan, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': relation = '', 'Index Cond': condition, 'Index Name': index = '', Plans: plans = [] } = plan;
  // An index without a condition is read as a whole, unless it covers few rows, or ends at a limit.
  const isWhole = type === 'Seq Scan' || (type.startsWith('Index') && condition === undefined && !isLimited && !partial.has(index));
  const below = plans.flatMap((each) => listScanned(each, isLimited || type === 'Limit'));
  const table = relation.replace(PARTITION, 'log_entry');
  return isWhole && GROWING.has(table) ? [table, ...below] : below;
}

/** How a statement looks rows up: tables with the columns of their indexes that it compares. */
function listLookUps({ 'Relation Name': table, 'Index Cond': condition = '', Plans: plans = [] }: Plan): string[] {
  const columns = Array.from(condition.matchAll(/\((\w+) =/g), ([, column]) => column).toSorted();
  const own = table === undefined ? [] : [`${table}: ${columns.join(', ')}`];
  return [...own, ...plans.flatMap(listLookUps)];
}

/** The growing tables that a statement must read as a whole, because no index supports it. */
async function findScans(client: pg.Client, statement: string): Promise<string[]> {
  return listScanned(await explain(client, statement));
}

async function explain(client: pg.Client, statement: string): Promise<Plan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`);
  return rows[0]!['QUERY PLAN'][0].Plan;
}

beforeAll(async () => {
  [fixture, statements] = [await createPersistenceFixture(), new Map()];
  const indexes = `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL`;
  partial = new Set((await fixture.rows.query<{ name: string }>(indexes)).map(({ name }) => name));
  await captureStatements();
});

afterAll(() => fixture.end());

async function listScans(): Promise<string[]> {
  const client = new pg.Client({ connectionString: fixture.url });
  await client.connect();
  // Tables are empty here, and PostgreSQL would scan them. With this setting it does so only if no index supports the statement.
  await client.query('SET enable_seqscan = off');
  const scans = new Set<string>();
  for (const [method, texts] of statements) {
    for (const text of [...texts].filter((each) => ANALYZABLE.test(each))) {
      // Parameters that are not SQL make some statements invalid.
      for (const table of await findScans(client, text).catch(() => [])) scans.add(`${method}: ${table}`);
    }
  }
  await client.end();
  return [...scans];
}

describe('statements of the repositories', () => {
  it('are all known, because no method hides its statement from this test', () => {
    const silent = [...statements].filter(([, texts]) => ![...texts].some((each) => ANALYZABLE.test(each)));

    expect(silent.map(([method]) => method).toSorted()).toEqual(WITHOUT_STATEMENT.toSorted());
  });

  it('scan no growing table, except those that must', async () => {
    expect((await listScans()).toSorted()).toEqual(Object.keys(SCANS).toSorted());
  });

  it.each([
    ['IssuedTokenRepository.read', ['client: client_id, domain_id', 'end_user: domain_id, sub', 'oidc_payload: domain_id, hash, model']],
    ['ServedDomainRepository.currentRevisions', ['client: client_id, domain_id', 'end_user: domain_id, sub']],
  ])('look rows up by whole primary keys without statistics: %s', async (method, lookUps) => {
    const client = new pg.Client({ connectionString: fixture.url });
    await client.connect();
    const [text] = [...statements.get(method)!].filter((each) => ANALYZABLE.test(each));
    const found = new Set(listLookUps(await explain(client, text!)));
    await client.end();

    expect([...found].filter((each) => /^(client|end_user|oidc_payload):/.test(each)).toSorted()).toEqual(lookUps);
  });

  it('are reported if they scan, so that the test can fail', async () => {
    statements = new Map([
      ['Example.find', new Set(['SELECT count(*) FROM end_user WHERE active', 'SELECT sub FROM end_user WHERE domain_id = $1'])],
    ]);

    expect(await listScans()).toEqual(['Example.find: end_user']);
  });
});

describe('pages of the log', () => {
  it('are planned once for each connection if they have no filter, whatever their bound', async () => {
    const log = new persistence.AuditLogQueryRepository(fixture.database, FAKE_PERSONAL_DATA);
    const domainId = await fixture.rows.domain();
    for (const bound of [null, '5', null, '9', null, '7', null])
      for (const page of [
        { order: 'newest-first', limit: 10 },
        { order: 'oldest-first', limit: 10 },
      ] as const)
        await log.listRetained(domainId, { ...persistence.ALL_ENTRIES, [page.order === 'newest-first' ? 'before' : 'after']: bound }, page);
    await log.listRetained(domainId, { ...persistence.ALL_ENTRIES, client: 'c' }, { order: 'newest-first', limit: 10 });
    await log.listRetained(domainId, persistence.ALL_ENTRIES, { order: 'newest-first', limit: 1_001 });

    // An idle connection is reused.
    const planned = await fixture.database.manager.query(
      `SELECT name, generic_plans::integer AS kept FROM pg_prepared_statements WHERE statement ~ 'log_entry' ORDER BY name`,
    );
    expect(planned).toEqual(['list-log-newest-first', 'list-log-oldest-first'].map((name) => ({ name, kept: 2 })));
  });
});
