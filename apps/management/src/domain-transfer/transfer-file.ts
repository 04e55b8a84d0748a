import type { Domain, SecondFactor, SignUpPolicy, TransferTable } from '@latchkey/persistence';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from '../master-key/encrypted-columns.js';
import type { FormerReceiptKey } from '../receipt-key/domain-origin.service.js';

/** The version of the form of a file. */
export const SCHEMA = 1;

/** The end of the log that a file contains. */
export interface TransferredLog {
  sequence: number;
  /** In hexadecimal; null without entries. */
  hash: string | null;
  checkpointSequence: number;
  checkpointHash: string | null;
}

/** The first line of a file. */
export interface TransferHeader {
  type: 'Domain';
  schema: number;
  /** The name of the domain. */
  domain: string;
  /** Its id, which stays. */
  id: string;
  /** The MANAGEMENT_URL of the installation that has written it. */
  source: string;
  /** RFC 3339. */
  exportedAt: string;
  /** The key of the file, encrypted for the receiver. */
  key: string;
  settings: {
    createdAt: string;
    longestExpiry: number;
    idTokenAlgorithms: Domain['idTokenAlgorithms'];
    accessTokenAlgorithms: Domain['accessTokenAlgorithms'];
    secondFactor: SecondFactor;
    accountDeletion: boolean;
    signUp: SignUpPolicy;
    /** Null: the default. */
    editableAttributes: Domain['editableAttributes'];
  };
  log: TransferredLog;
  /** The keys that signed checkpoints and records of removed entries. */
  receiptKeys: readonly FormerReceiptKey[];
  /** Encrypted: a JSON list of the secrets that signed cookies, in base64. */
  cookieKeys: string;
}

/** The last line of a file. */
export interface TransferEnd {
  type: 'End';
  /** The number of lines between the first and the last one. */
  rows: number;
  /** Encrypted: the SHA-256, in hexadecimal, of all lines before with their line feeds. So nobody but the sender can have changed any. */
  digest: string;
}

/** The places of the encrypted values that are not in a row. */
export const [COOKIE_KEYS_PLACE, DIGEST_PLACE] = ['cookieKeys', 'digest'] as const;

/** The `type` of the lines of a table: its name in PascalCase. */
export function getLineType({ name }: TransferTable): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

/** The place of an encrypted column. @param row its columns, as in the file */
export function getSecretPlace({ name, key }: TransferTable, column: string, row: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([name, column, ...key.map((each) => row[each])]);
}

/** The encrypted columns of a table. */
export function listEncryptedColumns({ name }: TransferTable): EncryptedColumn[] {
  return ENCRYPTED_COLUMNS.filter(({ table }) => table === name);
}
