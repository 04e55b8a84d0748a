import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { ApiKey } from '../subscription/api-key.entity.js';
import { Branding } from '../branding/branding.entity.js';
import { BackchannelLogout } from '../backchannel-logout/backchannel-logout.entity.js';
import { LogoutNotice } from '../backchannel-logout/logout-notice.entity.js';
import { ClientSecret } from '../client/client-secret.entity.js';
import { ClientSecretUse } from '../client/client-secret-use.entity.js';
import { Client } from '../client/client.entity.js';
import { DnsAttempt } from '../dns-attempt/dns-attempt.entity.js';
import { Domain } from '../domain/domain.entity.js';
import { migrations } from '../migrations/index.js';
import { SnakeCaseNamingStrategy } from './naming-strategy.js';
import { OidcPayload } from '../oidc-payload/oidc-payload.entity.js';
import { ResilientPool } from './resilient-pool.js';
import { FederatedLogin } from '../federation/federated-login.entity.js';
import { FederationRequest } from '../federation/federation-request.entity.js';
import { SigningKey } from '../signing-key/signing-key.entity.js';
import { IdempotencyAnswer } from '../idempotency/idempotency-answer.entity.js';
import { JobState } from '../job-state/job-state.entity.js';
import { IdentityProvider } from '../identity-provider/identity-provider.entity.js';
import { LogEntry } from '../log/log-entry.entity.js';
import { MagicLink } from '../magic-link/magic-link.entity.js';
import { StoredMasterKeyProof } from '../master-key-proof/stored-master-key-proof.entity.js';
import { Message } from '../message/message.entity.js';
import { PasskeyChallenge } from '../passkey/passkey-challenge.entity.js';
import { Passkey } from '../passkey/passkey.entity.js';
import { RateLimit } from '../rate-limit/rate-limit.entity.js';
import { RecoveryCode } from '../recovery-code/recovery-code.entity.js';
import { ScopeClaimsList } from '../scope-claims/scope-claims.entity.js';
import { SignInProgress } from '../sign-in-progress/sign-in-progress.entity.js';
import { Totp } from '../totp/totp.entity.js';
import { UserCount } from '../user/user-count.entity.js';
import { User } from '../user/user.entity.js';
import { Verification } from '../domain-verification/domain-verification.entity.js';
import { Subscription } from '../subscription/subscription.entity.js';

/** How long the database is waited for, in milliseconds. */
export interface DatabaseTimeouts {
  /** After which it is given up to wait for a connection, be it one of the pool or a new one. */
  connectionTimeout: number;
  /** After which a statement is given up: the server's patience. */
  statementTimeout: number;
  /** After which an answer is no longer waited for: our patience with a server that does not even say no. */
  queryTimeout: number;
}

/** Milliseconds of silence after which the kernel probes a connection. */
const KEEPALIVE_DELAY_MS = 10_000;

export interface DatabaseOptions extends DatabaseTimeouts {
  url: string;
  /** The most connections that this process opens. */
  poolSize: number;
}

/** Who waits no longer than this for an answer waits a little less long for the server to give it up, and about half as long for a connection. */
export function deriveTimeouts(queryTimeout: number): DatabaseTimeouts {
  return { connectionTimeout: Math.round((queryTimeout * 5) / 9), statementTimeout: Math.round((queryTimeout * 5) / 6), queryTimeout };
}

const ENTITIES = [
  Subscription,
  ApiKey,
  Domain,
  DnsAttempt,
  Branding,
  IdentityProvider,
  Client,
  BackchannelLogout,
  LogoutNotice,
  ClientSecret,
  ClientSecretUse,
  SigningKey,
  OidcPayload,
  User,
  UserCount,
  MagicLink,
  Message,
  Passkey,
  PasskeyChallenge,
  Totp,
  RecoveryCode,
  SignInProgress,
  FederationRequest,
  FederatedLogin,
  ScopeClaimsList,
  Verification,
  LogEntry,
  IdempotencyAnswer,
  RateLimit,
  JobState,
  StoredMasterKeyProof,
];

/** Milliseconds: see Timeouts. */
export function getQueryTimeoutMs({ options }: DataSource): number {
  return (options.extra as { query_timeout: number }).query_timeout;
}

/**
 * By SQL: PgBouncer refuses them as startup parameters.
 *
 * @throws Error a server that does not answer within the time for a connection is none, to the pool
 */
async function setStatementTimeouts(
  client: pg.ClientBase,
  { connectionTimeout, statementTimeout, queryTimeout }: DatabaseTimeouts,
): Promise<void> {
  const text = `SET statement_timeout = ${statementTimeout}; SET idle_in_transaction_session_timeout = ${queryTimeout * 2}`;
  try {
    await client.query({ text, query_timeout: connectionTimeout } as pg.QueryConfig);
  } catch (error) {
    if ((error as Error).message !== 'Query read timeout') throw error;
    throw new Error('timeout expired', { cause: error });
  }
}

export function createDataSource(options: DatabaseOptions): DataSource {
  const source: DataSourceOptions = {
    type: 'postgres',
    url: options.url,
    driver: { ...pg, Pool: ResilientPool },
    entities: ENTITIES,
    migrations,
    migrationsTableName: 'migration',
    namingStrategy: new SnakeCaseNamingStrategy(),
    poolSize: options.poolSize,
    // PostgreSQL makes UUIDs itself: gen_random_uuid(), which TypeORM knows by the extension that it came from.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    // TypeORM's own logger prints the parameters of failing queries, which are hashes and attributes.
    logging: false,
    extra: {
      application_name: 'latchkey',
      connectionTimeoutMillis: options.connectionTimeout,
      query_timeout: options.queryTimeout,
      onConnect: (client: pg.ClientBase) => setStatementTimeouts(client, options),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    },
    // A connection that breaks while idle is the pool's to replace; the next query reports what is wrong.
    poolErrorHandler: () => undefined,
  };
  return new DataSource(source);
}
