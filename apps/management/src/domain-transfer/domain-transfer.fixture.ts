import { afterAll, beforeAll } from '@jest/globals';
import { Encryptor } from '@latchkey/crypto';
import { TRANSFER_TABLES } from '@latchkey/persistence';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { fillDomain } from '../../../../test/support/filled-domain.js';
import type { Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { Rows, type Row } from '../../../../test/support/rows.js';
import { createSubscription } from '../../../../test/support/subscription.js';
import { ENCRYPTED_COLUMNS } from '../master-key/encrypted-columns.js';

/** An installation with its own database and master key. */
export interface Installation {
  database: TestDatabase;
  rows: Rows;
  management: StartedManagement;
  /** A caller with a subscription of its own. */
  caller: Caller;
  subscriptionId: string;
  encryptor: Encryptor;
}

/** A line of a file. */
export type Line = Record<string, unknown> & { type: string; row: Row; secrets?: Record<string, string | null>; text: string };

/** As if the domain had been imported before, from an installation without keys. */
const ORIGIN = JSON.stringify({ cookieKeys: [], receiptKeys: [] });

const NDJSON = { 'Content-Type': 'application/x-ndjson' };

/** Starts two installations before the tests of a file, and stops them after the last one. Read them only in tests. */
export function useInstallations(): { readonly here: Installation; readonly there: Installation } {
  const installations = {} as { here: Installation; there: Installation };
  beforeAll(async () => {
    installations.here = await startInstallation(Buffer.alloc(32, 21));
    installations.there = await startInstallation(Buffer.alloc(32, 22));
  });
  afterAll(async () => {
    for (const { management, rows, database } of Object.values(installations)) {
      await management.stop();
      await rows.end();
      await database.drop();
    }
  });
  return installations;
}

async function startInstallation(masterKey: Buffer): Promise<Installation> {
  const database = await createTestDatabase();
  const management = await startManagement(database.url, { MASTER_KEY: masterKey.toString('base64'), WORKER: 'on' });
  const { id, apiKey } = await createSubscription(database.url);
  const caller = management.as(apiKey);
  return { database, rows: new Rows(database.url), management, caller, subscriptionId: id, encryptor: new Encryptor([masterKey]) };
}

/** A domain with a row in every table, whose encrypted columns can be decrypted. @returns its name and id */
export async function createFilledDomain({ caller, rows, encryptor }: Installation): Promise<{ name: string; id: string }> {
  const name = await caller.registerDomain();
  const [{ id }] = (await rows.query<{ id: string }>('SELECT id FROM domain WHERE name = $1', [name])) as [{ id: string }];
  // The log gets an end with a MAC, which the fixture has not.
  await caller.get(`/v1/domain/${name}/log`);
  await fillDomain(rows, id);
  const exported = new Set(['domain_origin', ...TRANSFER_TABLES.map((table) => table.name)]);
  for (const { table, column, key, contextOf } of ENCRYPTED_COLUMNS) {
    if (!exported.has(table) || table === 'signing_key') continue;
    for (const row of await rows.query(`SELECT ${key.map((each) => `${each}::text`).join()} FROM ${table} WHERE domain_id = $1`, [id])) {
      const plain = table === 'domain_origin' ? ORIGIN : `${table}.${column}`;
      const encrypted = encryptor.encrypt(Buffer.from(plain), contextOf(id, row[key[1]] as string));
      await rows.query(`UPDATE ${table} SET ${column} = $2 WHERE domain_id = $1 AND ${key[1]}::text = $3`, [id, encrypted, row[key[1]]]);
    }
  }
  // The fixture's signing key has no key pair, and the log no place for its entry.
  await rows.query(`DELETE FROM signing_key WHERE domain_id = $1 AND public_jwk->>'kty' IS NULL`, [id]);
  await rows.query('DELETE FROM log_checkpoint WHERE domain_id = $1', [id]);
  await rows.query('DELETE FROM log_removal WHERE domain_id = $1', [id]);
  return { name, id };
}

/** The public key of an installation as the parameter of an export. */
export async function receiverKey({ caller }: Installation): Promise<string> {
  const { text } = await caller.get('/v1/domain-import/key');
  return Buffer.from(text).toString('base64url');
}

/** Exports a domain. @returns the text of the file */
export async function exportDomain({ caller }: Installation, name: string, key: string): Promise<string> {
  const { status, text } = await caller.get(`/v1/domain/${name}/export?key=${key}`);
  if (status !== 200) throw new Error(`the export answered ${status}: ${text}`);
  return text;
}

export function importFile({ caller }: Pick<Installation, 'caller'>, file: string): Promise<Answer> {
  return caller.send('/v1/domain-import', { method: 'POST', headers: NDJSON, body: file });
}

export function toLines(file: string): Line[] {
  return file
    .split('\n')
    .filter(Boolean)
    .map((text) => ({ ...(JSON.parse(text) as Omit<Line, 'text'>), text }) as Line);
}

/** The text of a file. Lines that are not changed have their own text, which the digest covers. */
export function toFile(lines: readonly object[]): string {
  return lines.map((line) => `${(line as { text?: string }).text ?? JSON.stringify(line)}\n`).join('');
}
