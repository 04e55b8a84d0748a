import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, type TransferCipher } from '@latchkey/crypto';
import {
  DomainImportRepository,
  USERS_PER_SEARCH_BLOCK,
  type ImportedRow,
  type RefusedRow,
  type TransferTable,
} from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { findRowFault } from './find-row-fault.js';
import { findSecretFault } from './find-secret-fault.js';
import { getSecretPlace, listEncryptedColumns } from './transfer-file.js';
import type { ParsedRow } from './parse-transfer.js';

/** A row with its text. */
export interface ReadRow extends ParsedRow {
  /** The number of its line. */
  number: number;
  line: string;
  /** How many rows of the table came before. */
  position: number;
}

/** The domain that is imported. @property maxRefused how many refused rows are looked for */
export interface ImportTarget {
  id: string;
  cipher: TransferCipher;
  maxRefused: number;
}

/** Encrypts the secrets of rows for this installation, and stores the rows. */
@Injectable()
export class ImportedRowsService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) settings: ManagementSettings,
    private readonly imports: DomainImportRepository,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /** @returns the rows that were not stored; null if the import was abandoned */
  async store(target: ImportTarget, table: TransferTable, rows: readonly ReadRow[]): Promise<RefusedRow[] | null> {
    const encrypted = await Promise.all(rows.map((row) => this.encrypt(target, table, row)));
    const refused = encrypted.filter((row) => 'detail' in row);
    const storable = encrypted.filter((row) => 'own' in row);
    const added = await this.imports.add({ domainId: target.id, maxRefused: target.maxRefused - refused.length }, table, storable);
    return added && [...refused, ...added].slice(0, target.maxRefused);
  }

  private async encrypt({ id, cipher }: ImportTarget, table: TransferTable, read: ReadRow): Promise<ImportedRow | RefusedRow> {
    const { number, line, row, secrets, position } = read;
    const rowFault = findRowFault(table, row);
    if (rowFault) return { number, detail: rowFault };
    const own: Record<string, Buffer | number | null> = {};
    for (const { column, key, contextOf } of listEncryptedColumns(table)) {
      const secret = secrets[column] ?? null;
      const plain = secret === null ? null : await cipher.decrypt(secret, getSecretPlace(table, column, row));
      if (secret !== null && !plain) return { number, detail: `${column} was changed, or is the secret of another place` };
      const fault = plain && findSecretFault(table, row, plain);
      if (fault) return { number, detail: fault };
      own[column] = plain && this.encryptor.encrypt(plain, contextOf(id, String(row[key[1]])));
    }
    if (table.assigned.includes('block')) own['block'] = Math.floor(position / USERS_PER_SEARCH_BLOCK);
    return { number, line, own };
  }
}
