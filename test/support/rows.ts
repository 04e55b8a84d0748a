import { hash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type Row = Record<string, unknown>;

/** Values for columns that do not matter to a test; `n` is new for every row. */
const STANDARD: Readonly<Record<string, (n: number) => Row>> = {
  subscription: (n) => ({ name: `subscription-${n}` }),
  api_key: (n) => ({ name: `key-${n}`, hash: octets(n) }),
  operator: (n) => ({
    operator_id: `operator-${n}`,
    issuer: 'https://id.example.com',
    subject: `subject-${n}`,
    name: `Operator ${n}`,
    permissions: ['*'],
  }),
  operator_proof: (n) => ({ hash: octets(n), expires_at: new Date(Date.now() + 60_000) }),
  domain: (n) => ({ name: `d${n}.example.com`, kind: 'custom', status: 'active', longest_expiry: 3_600, verified_at: new Date() }),
  signing_key: (n) => ({
    kid: `kid-${n}`,
    algorithm: 'ES256',
    public_jwk: { kid: `kid-${n}` },
    private_key: octets(n),
    signs_from: new Date(),
  }),
  client: (n) => ({ client_id: `client-${n}`, client_type: 'Confidential', grant_type: 'ClientCredentials', scope: 'orders' }),
  client_secret: (n) => ({ hash: octets(n) }),
  client_secret_use: () => ({ last_used_at: new Date() }),
  client_authentication: () => ({}),
  client_authentication_method: (n) => ({ type: 'PrivateKeyJwt', position: n, jwks_uri: `https://client-${n}.example.com/jwks.json` }),
  client_authentication_method_use: () => ({ last_used_at: new Date() }),
  resource: (n) => ({
    resource_id: `resource-${n}`,
    audience: `https://resource-${n}.example.com`,
    name: `Resource ${n}`,
    scopes: JSON.stringify([{ scope: 'read', description: 'Read' }]),
    token_format: 'Jwt',
    enforce_roles: false,
  }),
  client_resource: () => ({ scopes: ['read'] }),
  role: (n) => ({ role: `role-${n}` }),
  role_permission: () => ({ scopes: ['read'] }),
  user_role: () => ({}),
  client_role: () => ({}),
  client_token_budget: () => ({ period: 'minute', window_start: new Date(), leased: 1, last_lease: 1, refusals: 0 }),
  backchannel_logout: () => ({ uri: 'https://app.example.com/logout', session_required: false }),
  logout_notice: () => ({ sub: randomUUID(), expires_at: new Date(Date.now() + 60_000) }),
  form_submission: (n) => ({ browser: octets(n), hash: octets(n), expires_at: new Date() }),
  used_jti: (n) => ({ hash: octets(n), expires_at: new Date() }),
  oidc_payload: (n) => ({ model: 'Session', hash: hashOf(`id-${n}`), payload: { n } }),
  end_user: (n) => ({
    block: 0,
    identity_provider: 'local',
    username_key: `username-${n}`,
    search_text: `username-${n}`,
    attributes: { preferred_username: `username-${n}`, name: `Name ${n}` },
  }),
  usage_count: (n) => ({ day: '2026-01-31', kind: 'token', subject: `client-${n}`, count: n }),
  user_activity: () => ({ last_active_on: '2026-01-31' }),
  user_import: () => ({
    dry_run: false,
    actor: { type: 'service', id: null, name: null, requestId: null },
    leased_until: new Date(Date.now() + 3_600_000),
  }),
  user_import_line: (n) => ({ number: n, content: octets(n) }),
  user_invitation: () => ({
    identity_provider: 'local',
    redirect_uri: 'https://app.example.com/',
    wave_size: 1,
    interval_seconds: 60,
    actor: { type: 'service', id: null, name: null, requestId: null },
    next_step_at: null,
  }),
  user_invitation_recipient: () => ({}),
  user_count: (n) => ({ identity_provider: 'local', shard: n, users: 1, made: 1 }),
  magic_link: (n) => ({ hash: octets(n), redirect_uri: 'https://app.example.com/', reset_passkeys: false, expires_at: new Date() }),
  page_text: (n) => ({ language: `l${n}`, texts: { 'sign-in-heading': 'Welcome' } }),
  sign_up: (n) => ({
    hash: octets(n),
    id: randomUUID(),
    email: `jane-${n}@example.com`,
    redirect_uri: 'https://app.example.com/',
    expires_at: new Date(),
  }),
  message: (n) => ({ id: randomUUID(), channel: 'email', encrypted: octets(n), expires_at: new Date() }),
  passkey: (n) => ({
    credential_id: octets(n),
    public_key: octets(n),
    sign_count: 0,
    transports: [],
    aaguid: '00000000-0000-0000-0000-000000000000',
    backup_eligible: false,
    backed_up: false,
    name: `Passkey ${n}`,
  }),
  passkey_challenge: (n) => ({ challenge: octets(n), purpose: 'authentication', expires_at: new Date() }),
  sign_in_progress: (n) => ({ uid: `interaction-${n}`, methods: ['passkey'], expires_at: new Date() }),
  federation_request: (n) => ({
    state_hash: octets(n),
    browser_hash: octets(n),
    provider: 'acme',
    issuer: 'https://login.example.com',
    uid: `interaction-${n}`,
    client_id: 'app',
    expires_at: new Date(),
  }),
  federated_login: (n) => ({ uid: `interaction-${n}`, provider: 'acme', issuer: 'https://login.example.com', expires_at: new Date() }),
  totp: () => ({ last_step: 0 }),
  recovery_code: (n) => ({ hash: octets(n) }),
  scope_claims: () => ({ kind: 'id_token', scopes: '[]' }),
  domain_verification: (n) => ({ token: `token-${n}` }),
  job_state: (n) => ({ queue: `queue-${n}`, state: 'waiting', attempts: 1, next_attempt_at: new Date() }),
  dns_attempt: (n) => ({ name: `d${n}.example.com` }),
  branding: () => ({ name: 'Northwind Bank' }),
  mail_sender: () => ({ name: 'Northwind Bank' }),
  identity_provider: (n) => ({
    name: `provider-${n}`,
    issuer: `https://idp-${n}.example.com`,
    client_id: 'latchkey',
    token_endpoint_auth_method: 'client_secret_basic',
    scopes: ['openid'],
    claim_mapping: {},
    display_name: `Provider ${n}`,
    enabled: true,
    trust_email_verified: false,
    create_users: true,
  }),
  webhook: (n) => ({
    id: randomUUID(),
    url: 'https://app.example.com/webhook',
    event_types: ['*'],
    enabled: true,
    secret: octets(n),
    private_key: octets(n),
    public_key: octets(n),
  }),
  webhook_delivery: () => ({ event_type: 'user.created' }),
  // An enabled stream would copy entries of the log into the outbox.
  ssf_stream: () => ({ id: randomUUID(), events_requested: [], status: 'disabled' }),
  ssf_removed_subject: () => ({ subject: randomUUID() }),
  ssf_event: () => ({ event_type: 'https://schemas.openid.net/secevent/risc/event-type/account-purged', payload: {}, txn: 'log-1' }),
  ssf_ended_event: () => ({
    event_type: 'https://schemas.openid.net/secevent/risc/event-type/account-disabled',
    payload: {},
    txn: 'log-1',
    status: 'delivered',
  }),
  ssf_change: (n) => ({ entry_id: n, sub: randomUUID(), commitment: 'a', encrypted: octets(n), key_month: '2026-11-01' }),
  webhook_outbox: (n) => ({ entry_id: n }),
  log_entry: () => ({ type: 'client.created', actor_type: 'service' }),
  user_erasure: () => ({ id: randomUUID(), erased_at: new Date(), receipt: 'a receipt' }),
  domain_deletion: (n) => ({ domain: `deleted-${n}.example.com` }),
  log_key: (n) => ({ month: `${new Date().toISOString().slice(0, 7)}-01`, encrypted: octets(n) }),
  log_chain: () => ({}),
  initial_access_token: (n) => ({ name: 'partner', hash: octets(n) }),
  registered_client: (n) => ({ token_hash: octets(n) }),
  client_registration: () => ({
    metadata_documents: { enabled: true, hosts: null, resources: [] },
    dynamic_registration: { enabled: false, resources: [] },
  }),
  log_retention: () => ({ days: 3_650, personal_days: 90 }),
  domain_origin: (n) => ({ keys: octets(n) }),
  log_removal: (n) => ({ first_sequence: n, jws: `removal-${n}` }),
  log_checkpoint: (n) => ({ sequence: n, jws: `checkpoint-${n}` }),
  receipt_key: (n) => ({ kid: `kid-${n}`, public_jwk: { kid: `kid-${n}` }, private_key: octets(n) }),
};

/** SHA-256 of an id: the key of oidc-provider's records. */
export function hashOf(id: string): Buffer {
  return hash('sha256', id, 'buffer');
}

/** 32 octets that are the same for the same number. */
function octets(n: number): Buffer {
  return Buffer.alloc(32, `octets of ${n}`);
}

/** The rows of a test's database, read and written by SQL, independent of the code under test. */
export class Rows {
  private readonly pool: pg.Pool;
  private written = 0;

  constructor(url: string) {
    this.pool = new pg.Pool({ connectionString: url, max: 4 });
    this.pool.on('error', () => undefined);
  }

  async query<R extends Row>(statement: string, values: unknown[] = []): Promise<R[]> {
    const { rows } = await this.pool.query<R>(statement, values);
    return rows;
  }

  /** Writes a row with `values`, and defaults for the other columns. @returns all its columns */
  async insert<R extends Row = Row & { id: string }>(table: keyof typeof STANDARD, values: Row = {}): Promise<R> {
    const row = { ...STANDARD[table]!((this.written += 1)), ...values };
    const columns = Object.keys(row);
    const places = columns.map((_, index) => `$${index + 1}`);
    const statement = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`;
    const [inserted] = await this.query<R>(statement, Object.values(row));
    return inserted!;
  }

  /** Inserts a domain, of a new subscription unless `values` name one. @returns its id */
  async domain(values: Row = {}): Promise<string> {
    const subscription = values['subscription_id'] ?? (await this.insert('subscription')).id;
    const { id } = await this.insert('domain', { subscription_id: subscription, ...values });
    return id;
  }

  async count(table: string, condition = 'true'): Promise<number> {
    const [row] = await this.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${table} WHERE ${condition}`);
    return row!.count;
  }

  /** Runs work in a transaction on a separate connection, and commits it. */
  async inTransaction(work: (query: (statement: string) => Promise<unknown>) => Promise<void>): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      await work((statement) => client.query(statement));
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  /** Waits until a condition holds in the database. @throws Error if it does not hold within 10 seconds */
  async until(condition: string): Promise<void> {
    for (const end = Date.now() + 10_000; Date.now() < end; await delay(5)) {
      const [row] = await this.query<{ holds: boolean | null }>(`SELECT (${condition}) AS holds`);
      if (row!.holds) return;
    }
    throw new Error(`still not true after 10 seconds: ${condition}`);
  }

  /** Waits until this many statements in the database wait for a lock of another transaction. */
  untilBlocked(statements: number): Promise<void> {
    const blocked = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return this.until(`(${blocked}) >= ${statements}`);
  }

  /** Closes the connections. */
  end(): Promise<void> {
    return this.pool.end();
  }
}
