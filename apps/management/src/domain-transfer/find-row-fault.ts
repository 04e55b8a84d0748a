import { findCallbackUriViolation } from '@latchkey/oauth';
import type { TransferTable } from '@latchkey/persistence';

type RowRule = (row: Readonly<Record<string, unknown>>) => string | null;

/** SHA-256 as PostgreSQL writes octets in JSON. */
const HASH = /^\\x[0-9a-f]{64}$/;

// control: an imported hash of a secret is a SHA-256
const requireHash =
  (column: string): RowRule =>
  (row) =>
    HASH.test(String(row[column])) ? null : `${column} must be a SHA-256`;

/** Rules of the API for rows that the configuration document does not show. */
const RULES: Readonly<Record<string, RowRule>> = {
  client_secret: requireHash('hash'),
  initial_access_token: requireHash('hash'),
  magic_link: requireHash('hash'),
  oidc_payload: requireHash('hash'),
  registered_client: requireHash('token_hash'),
  ssf_stream: ({ push_endpoint: endpoint }) => {
    const violation = endpoint === null ? null : findCallbackUriViolation(endpoint);
    return violation === null ? null : `push_endpoint ${violation}`;
  },
};

/** What is wrong with a row, beyond the types and constraints of its columns. */
export function findRowFault({ name }: TransferTable, row: Readonly<Record<string, unknown>>): string | null {
  return RULES[name]?.(row) ?? null;
}
