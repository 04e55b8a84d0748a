import { selectSub } from './user-id.js';

/** Rows about users in one table, as an export shows them and a receipt of an erasure counts them. */
export interface UserTable {
  /** The member of the export and of the receipt. */
  name: string;
  table: string;
  /** SQL: which rows of the table. */
  where?: string;
  /** The column with the id of the user; by default `sub`. */
  owner?: string;
  /** The members of a row, each with its SQL. */
  shown: Readonly<Record<string, string>>;
  /** The columns that no export shows: secrets, hashes, public keys, and positions in indexes and queues. */
  withheld: readonly string[];
  /** SQL: what the rows are grouped by, of which a user can have many. */
  groupBy?: string;
  /** Whether the rows stay when their user is erased. */
  stays?: true;
}

const PAYLOAD = {
  table: 'oidc_payload',
  withheld: ['hash', 'sub', 'grant_id', 'session_uid', 'user_code', 'slot', 'untouched_since'],
};
const IS_CURRENT = '(expires_at IS NULL OR expires_at > now())';

/** The tables with personal data, in the order of the export. docs/privacy.md describes each column. */
export const USER_TABLES: readonly UserTable[] = [
  {
    name: 'profile',
    table: 'end_user',
    shown: {
      sub: selectSub('end_user'),
      active: 'active',
      identityProvider: 'identity_provider',
      upstreamIssuer: 'upstream_issuer',
      upstreamSub: 'upstream_sub',
      verifiedByIdentityProvider: 'vouched_for',
      createdAt: 'created_at',
      updatedAt: 'updated_at',
      lastSignInAt: 'last_sign_in_at',
      attributes: 'attributes',
    },
    // Made from the attributes.
    withheld: ['username_key', 'search_text', 'block', 'sign_in_epoch'],
  },
  { name: 'activity', table: 'user_activity', shown: { lastActiveOn: 'last_active_on::text' }, withheld: ['sub'] },
  { name: 'roles', table: 'user_role', shown: { role: 'role' }, withheld: ['sub'] },
  {
    name: 'passkeys',
    table: 'passkey',
    shown: {
      id: 'id',
      name: 'name',
      createdAt: 'created_at',
      lastUsedAt: 'last_used_at',
      backedUp: 'backed_up',
      backupEligible: 'backup_eligible',
      authenticatorModel: 'aaguid',
      transports: 'transports',
      uses: 'sign_count::double precision',
    },
    withheld: ['sub', 'credential_id', 'public_key'],
  },
  {
    name: 'passkeyChallenges',
    table: 'passkey_challenge',
    shown: { purpose: 'purpose', expiresAt: 'expires_at' },
    withheld: ['sub', 'challenge', 'slot'],
  },
  {
    name: 'authenticatorApps',
    table: 'totp',
    shown: {
      confirmedAt: 'confirmed_at',
      lastUsedAt: 'last_used_at',
      wrongCodes: 'failures + known_failures',
      lockedUntil: 'greatest(locked_until, known_locked_until)',
      pendingUntil: 'pending_until',
    },
    withheld: ['sub', 'secret', 'pending_secret', 'last_step'],
  },
  {
    name: 'recoveryCodes',
    table: 'recovery_code',
    shown: { createdAt: 'created_at', usedAt: 'used_at' },
    withheld: ['sub', 'hash', 'encrypted', 'shown_in', 'shown_until'],
  },
  {
    name: 'sessions',
    ...PAYLOAD,
    where: `model = 'Session' AND consumed_at IS NULL AND ${IS_CURRENT}`,
    shown: {
      id: 'uid',
      signedInAt: `to_timestamp((payload->>'loginTs')::double precision)`,
      lastUsedAt: `to_timestamp((payload->>'seenAt')::double precision)`,
      expiresAt: 'expires_at',
      userAgent: `payload->>'userAgent'`,
      address: `payload->>'address'`,
      country: `payload->>'country'`,
      methods: `payload->'amr'`,
      clients: 'ARRAY(SELECT jsonb_object_keys(sids) AS id ORDER BY id)',
    },
  },
  {
    name: 'applications',
    ...PAYLOAD,
    where: `model = 'Grant' AND ${IS_CURRENT}`,
    shown: {
      client: 'client_id',
      scope: `payload->'openid'->>'scope'`,
      claims: `payload->'openid'->'claims'`,
      resources: `payload->'resources'`,
      grantedAt: `to_timestamp((payload->>'iat')::double precision)`,
      expiresAt: 'expires_at',
    },
  },
  {
    name: 'tokens',
    ...PAYLOAD,
    where: `model NOT IN ('Session', 'Grant') AND ${IS_CURRENT}`,
    shown: {
      type: 'model',
      client: 'client_id',
      count: 'count(*)::integer',
      used: 'count(consumed_at)::integer',
      lastExpiresAt: 'max(expires_at)',
    },
    groupBy: 'model, client_id',
  },
  {
    name: 'identityProviderSignIns',
    table: 'federated_login',
    shown: { identityProvider: 'provider', issuer: 'issuer', session: 'sid', expiresAt: 'expires_at' },
    withheld: ['sub', 'uid', 'id_token'],
  },
  {
    name: 'signInsInProgress',
    table: 'sign_in_progress',
    shown: { methods: 'methods', expiresAt: 'expires_at' },
    withheld: ['sub', 'uid', 'federation', 'sign_in_epoch'],
  },
  {
    name: 'magicLinks',
    table: 'magic_link',
    shown: {
      channel: 'channel',
      redirectUri: 'redirect_uri',
      resetPasskeys: 'reset_passkeys',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
      usedAt: 'used_at',
    },
    withheld: ['sub', 'hash', 'interaction_uid', 'sign_in_epoch'],
  },
  {
    name: 'messages',
    table: 'message',
    shown: { channel: 'channel', state: 'state', createdAt: 'created_at', expiresAt: 'expires_at' },
    withheld: ['sub', 'id', 'encrypted', 'attempts', 'next_attempt_at', 'lease_id', 'traceparent'],
  },
  {
    name: 'invitations',
    table: 'user_invitation_recipient',
    shown: { invitation: 'invitation_id', state: 'state', invitedAt: 'invited_at' },
    withheld: ['sub', 'message_id'],
  },
  {
    name: 'logoutNotices',
    table: 'logout_notice',
    shown: { client: 'client_id', createdAt: 'created_at', expiresAt: 'expires_at' },
    withheld: ['sub', 'sub_text', 'id', 'sid', 'attempts', 'next_attempt_at', 'traceparent'],
    stays: true,
  },
  {
    name: 'importedLines',
    table: 'user_import_line',
    shown: { import: 'import_id', line: 'number', user: `convert_from(content, 'UTF8')` },
    withheld: ['sub', 'username_key'],
    stays: true,
  },
  {
    name: 'agents',
    table: 'client',
    owner: 'owner_id',
    shown: {
      client: 'client_id',
      name: `presentation->>'name'`,
      active: 'active',
      scope: 'scope',
      createdAt: 'created_at',
      expiresAt: 'expires_at',
    },
    withheld: [],
    stays: true,
  },
];

/** The keys of the personal data in the log, one for each month: the log keeps its entries, and these make them unreadable. */
const LOG_KEYS = { name: 'logKeys', table: 'log_key' };

/** Counts the rows that an erasure removes, one column for each name. $1: domain id, $2: the id of the user */
export const COUNT_ERASED = `SELECT ${[...USER_TABLES.filter(({ stays }) => !stays), LOG_KEYS].map(buildCount).join(', ')}`;

function buildCount({ name, table, where = 'true' }: Pick<UserTable, 'name' | 'table' | 'where'>): string {
  return `(SELECT count(*)::integer FROM ${table} WHERE domain_id = $1 AND sub = $2 AND ${where}) AS "${name}"`;
}
