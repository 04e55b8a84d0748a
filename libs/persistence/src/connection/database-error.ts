import { types } from 'node:util';
import pg from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';

/**
 * SQLSTATE classes that concern the server rather than the statement: connection, rollback of a transaction, resources, operator, system.
 */
const OUTAGE_CLASSES = new Set(['08', '40', '53', '57', '58']);
/**
 * A server that became a standby, or a database that accepts no connections: another server will take over shortly. A server that ended a
 * long transaction and closed its connection. A lock that was not granted in time.
 */
const OUTAGE_CODES = new Set(['25006', '55000', '55P03', '25P03', '25P04']);
const TRANSACTION_ROLLBACK = '40';
const LOCK_NOT_AVAILABLE = '55P03';
/** Serialization failure and deadlock: PostgreSQL has rolled the transaction back, and it may succeed if it is retried. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
/** SQLSTATE classes of a server that rejects the login: invalid authorization, invalid catalog name. */
const ACCESS_DENIED_CLASSES = new Set(['28', '3D']);
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EMFILE',
  'ENFILE',
]);
/** pg and its pool give these errors no code. */
const OUTAGE_MESSAGES = /timeout|Connection terminated|Client has encountered a connection error|not queryable|Client was closed/i;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const DOMAIN_FROZEN = 'LK001';

interface PostgresError {
  code?: string;
  constraint?: string;
  message?: string;
}

function getPostgresError(error: unknown): PostgresError {
  return (error instanceof QueryFailedError ? error.driverError : error) as PostgresError;
}

const connectionErrors = new WeakSet<Error>();

/** Marks an error of a connection that could not be opened, so no statement was sent. @returns the error */
export function markConnectionError(error: Error): Error {
  connectionErrors.add(error);
  return error;
}

/** Whether the error reports a conflict with another transaction, after which the connection can still be used. */
export function isTransactionConflict(error: unknown): boolean {
  const { code = '' } = types.isNativeError(error) ? getPostgresError(error) : {};
  return code === LOCK_NOT_AVAILABLE || (isSqlState(code) && code.startsWith(TRANSACTION_ROLLBACK));
}

/** Whether the error reports a transaction that was rolled back in favour of another one, and may succeed on a retry. */
export function isRetryable(error: unknown): boolean {
  return types.isNativeError(error) && RETRYABLE_CODES.has(getPostgresError(error).code ?? '');
}

/** Whether the error reports that the database is unreachable or cannot answer any statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  if (connectionErrors.has(error)) return true;
  // TypeORM's error in a transaction whose connection broke between two statements.
  if (error instanceof QueryRunnerAlreadyReleasedError || error instanceof QueryRunnerProviderAlreadyReleasedError) return true;
  const { code, message } = getPostgresError(error);
  if (code === undefined) return OUTAGE_MESSAGES.test(message ?? '');
  return NETWORK_CODES.has(code) || (isSqlState(code) && (OUTAGE_CODES.has(code) || OUTAGE_CLASSES.has(code.slice(0, 2))));
}

/** Whether the database has refused a change because the domain is frozen: see the function require_open_domain. */
export function isFrozenRefusal(error: unknown): boolean {
  return types.isNativeError(error) && getPostgresError(error).code === DOMAIN_FROZEN;
}

/** Whether the error reports that the server rejects this user, password or database. */
export function isDatabaseAccessDenied(error: unknown): error is Error {
  if (!types.isNativeError(error)) return false;
  const { code } = getPostgresError(error);
  return code !== undefined && isSqlState(code) && ACCESS_DENIED_CLASSES.has(code.slice(0, 2));
}

function isSqlState(code: string): boolean {
  return code.length === 5;
}

/** The name of the unique constraint, index or foreign key that the error reports as violated, or null. */
export function getViolatedConstraint(error: unknown): string | null {
  // TypeORM's error, or node-postgres' own error for a prepared statement.
  if (!(error instanceof QueryFailedError || error instanceof pg.DatabaseError)) return null;
  const { code, constraint } = getPostgresError(error);
  return code === UNIQUE_VIOLATION || code === FOREIGN_KEY_VIOLATION ? (constraint ?? null) : null;
}

/** The SQLSTATE classes of data that a column or a constraint does not take. */
const REFUSED_DATA_CLASSES = new Set(['22', '23']);

/** Why the database does not take the values of a statement, in its own words without any value of other rows; null for other errors. */
export function getRefusedData(error: unknown): string | null {
  if (!(error instanceof QueryFailedError || error instanceof pg.DatabaseError)) return null;
  const { code = '', message = '' } = getPostgresError(error);
  return isSqlState(code) && REFUSED_DATA_CLASSES.has(code.slice(0, 2)) ? message : null;
}
