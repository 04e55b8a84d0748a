import { describe, expect, it } from '@jest/globals';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { markConnectionError, isDatabaseOutage, isDatabaseAccessDenied, getViolatedConstraint } from './database-error.js';

function error(message: string, members: object = {}): Error {
  return Object.assign(new Error(message), members);
}

/** The same error as pg throws it, and as TypeORM wraps it. */
function bothWays(driverError: Error): [Error, Error] {
  return [driverError, new QueryFailedError('SELECT 1', [], driverError)];
}

describe('isDatabaseOutage', () => {
  it.each([
    ['connection_exception', '08000'],
    ['connection_failure', '08006'],
    ['protocol_violation, as poolers say that they have no server', '08P01'],
    ['read_only_sql_transaction: a server that became a standby', '25006'],
    ['idle_in_transaction_session_timeout', '25P03'],
    ['transaction_timeout', '25P04'],
    ['insufficient_resources', '53000'],
    ['disk_full', '53100'],
    ['too_many_connections', '53300'],
    ['serialization_failure', '40001'],
    ['deadlock_detected', '40P01'],
    ['object_not_in_prerequisite_state', '55000'],
    ['lock_not_available', '55P03'],
    ['query_canceled', '57014'],
    ['admin_shutdown', '57P01'],
    ['crash_shutdown', '57P02'],
    ['cannot_connect_now', '57P03'],
    ['system_error', '58000'],
    ['io_error', '58030'],
  ])('recognizes an error from the server itself: %s', (_name, code) => {
    expect(bothWays(error('any text', { code })).map(isDatabaseOutage)).toEqual([true, true]);
  });

  it.each([
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
  ])('recognizes an error from the network: %s', (code) => {
    expect(bothWays(error('any text', { code })).map(isDatabaseOutage)).toEqual([true, true]);
  });

  it('recognizes an AggregateError of all addresses of a host', () => {
    expect(isDatabaseOutage(Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }))).toBe(true);
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated due to connection timeout',
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])('recognizes an error of pg and its pool without a code: %s', (message) => {
    expect(bothWays(error(message)).map(isDatabaseOutage)).toEqual([true, true]);
  });

  it("recognizes TypeORM's error in a transaction that lost its connection", () => {
    expect([new QueryRunnerAlreadyReleasedError(), new QueryRunnerProviderAlreadyReleasedError()].map(isDatabaseOutage)).toEqual([
      true,
      true,
    ]);
  });
});

describe('isDatabaseOutage for a connection that could not be opened', () => {
  it('is true whatever the reason', () => {
    expect(isDatabaseOutage(markConnectionError(error('password authentication failed', { code: '28P01' })))).toBe(true);
    expect(isDatabaseOutage(markConnectionError(error('The server does not support SSL connections')))).toBe(true);
  });
});

describe('isDatabaseOutage for other errors', () => {
  it.each([
    ['unique_violation', '23505'],
    ['foreign_key_violation', '23503'],
    ['syntax_error', '42601'],
    ['undefined_table', '42P01'],
    ['character_not_in_repertoire', '22021'],
    ['untranslatable_character', '22P05'],
    ['in_failed_sql_transaction', '25P02'],
    ['invalid_password', '28P01'],
    ['invalid_catalog_name', '3D000'],
  ])('is false for an error about a statement or the client: %s', (_name, code) => {
    // The text may contain values of the statement, such as the word timeout.
    expect(bothWays(error('Key (name)=(timeout) exists, Connection terminated', { code })).map(isDatabaseOutage)).toEqual([false, false]);
  });

  it.each<[string, unknown]>([
    ['a programming error', new TypeError('undefined is not a function')],
    ['an error with a code of another family', error('any text', { code: 'ERR_INVALID_ARG_TYPE' })],
    ['a code that only begins like one', error('any text', { code: '08' })],
    ['an object that looks like one', { code: 'ECONNREFUSED', message: 'timeout' }],
    ['a string', 'timeout'],
    ['nothing', undefined],
  ])('is false for %s', (_what, thrown) => {
    expect([isDatabaseOutage(thrown), isDatabaseAccessDenied(thrown)]).toEqual([false, false]);
  });
});

describe('isDatabaseAccessDenied', () => {
  it.each([
    ['invalid_authorization_specification', '28000'],
    ['invalid_password', '28P01'],
    ['invalid_catalog_name', '3D000'],
  ])('is true for an error about name, password and database: %s', (_name, code) => {
    expect(bothWays(error('any text', { code })).map(isDatabaseAccessDenied)).toEqual([true, true]);
  });

  it.each(['ECONNREFUSED', '57P03', '53300', '42501', '28', '3D'])('is false for %s', (code) => {
    expect(isDatabaseAccessDenied(error('any text', { code }))).toBe(false);
  });
});

describe('violatedConstraint', () => {
  const violation = (members: object) => new QueryFailedError('INSERT', [], error('duplicate key value', members));

  it('returns the unique constraint, index or foreign key', () => {
    expect(getViolatedConstraint(violation({ code: '23505', constraint: 'domain_claim' }))).toBe('domain_claim');
    expect(getViolatedConstraint(violation({ code: '23503', constraint: 'oidc_payload_user' }))).toBe('oidc_payload_user');
  });

  it.each<[string, unknown]>([
    ['of another kind', violation({ code: '23514', constraint: 'domain_status' })],
    ['without a name', violation({ code: '23505' })],
    ['that no statement ran into', error('duplicate key value', { code: '23505', constraint: 'domain_claim' })],
    ['that is none', undefined],
  ])('returns null %s', (_what, thrown) => {
    expect(getViolatedConstraint(thrown)).toBeNull();
  });
});
