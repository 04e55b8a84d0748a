import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { Encryptor, RunningDigest, type TransferCipher, type TransferPublicJwk } from '@latchkey/crypto';
import {
  DomainExportRepository,
  DomainRepository,
  TRANSFER_TABLES,
  type Domain,
  type ExportedRow,
  type TransferTable,
} from '@latchkey/persistence';
import { SETTINGS } from '../settings/settings.module.js';
import { ExportOpeningService } from './export-opening.service.js';
import {
  COOKIE_KEYS_PLACE,
  DIGEST_PLACE,
  getLineType,
  getSecretPlace,
  listEncryptedColumns,
  SCHEMA,
  type TransferEnd,
  type TransferHeader,
  type TransferredLog,
} from './transfer-file.js';
import { TransferredKeysService } from './transferred-keys.service.js';

/** A domain on its way out. */
interface Export {
  domain: Domain;
  cipher: TransferCipher;
  log: TransferredLog;
}

/** Writes whole domains for other installations, in pages: its memory does not depend on the size of the domain. */
@Injectable()
export class DomainExportService {
  private readonly encryptor: Encryptor;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    private readonly rows: DomainExportRepository,
    private readonly domains: DomainRepository,
    private readonly keys: TransferredKeysService,
    private readonly opening: ExportOpeningService,
  ) {
    this.encryptor = new Encryptor(settings.MASTER_KEY);
  }

  /**
   * Logs the export, and writes the domain.
   *
   * @returns the lines of the file, which end with an error if the domain is deleted meanwhile
   * @throws Problem invalid-request, domain-not-found
   */
  async export(domain: Domain, receiver: TransferPublicJwk): Promise<AsyncGenerator<string>> {
    const { encryptedKey, ...opened } = await this.opening.open(domain, receiver);
    const exported = { domain, ...opened };
    return this.write(exported, await this.createHeader(exported, encryptedKey));
  }

  private async createHeader({ domain, cipher, log }: Export, key: string): Promise<TransferHeader> {
    const { cookieKeys, receiptKeys } = await this.keys.list(domain.id, log.sequence);
    return {
      type: 'Domain',
      schema: SCHEMA,
      domain: domain.name,
      id: domain.id,
      source: this.settings.MANAGEMENT_URL,
      exportedAt: new Date().toISOString(),
      key,
      settings: {
        createdAt: domain.createdAt.toISOString(),
        longestExpiry: domain.longestExpiry,
        idTokenAlgorithms: domain.idTokenAlgorithms,
        accessTokenAlgorithms: domain.accessTokenAlgorithms,
        secondFactor: domain.secondFactor,
        accountDeletion: domain.accountDeletion,
        signUp: domain.signUp,
        editableAttributes: domain.editableAttributes,
      },
      log,
      receiptKeys,
      cookieKeys: await cipher.encrypt(Buffer.from(JSON.stringify(cookieKeys)), COOKIE_KEYS_PLACE),
    };
  }

  private async *write(exported: Export, header: TransferHeader): AsyncGenerator<string> {
    const digest = new RunningDigest();
    const note = (lines: string): string => {
      digest.update(lines);
      return lines;
    };
    yield note(`${JSON.stringify(header)}\n`);
    let rows = 0;
    for (const table of TRANSFER_TABLES) {
      for await (const page of this.listPages(exported, table)) {
        rows += page.length;
        yield note(page.join(''));
      }
    }
    // A deletion has removed rows that were not read yet.
    const current = await this.domains.find(exported.domain.id);
    if (!current || current.status === 'deleting') throw new Error('the domain was deleted during its export');
    const end: TransferEnd = { type: 'End', rows, digest: await exported.cipher.encrypt(Buffer.from(digest.read()), DIGEST_PLACE) };
    yield `${JSON.stringify(end)}\n`;
  }

  private async *listPages(exported: Export, table: TransferTable): AsyncGenerator<string[]> {
    const source = { domainId: exported.domain.id, log: exported.log };
    let page = await this.rows.listPage(source, table, null);
    while (page.length > 0) {
      yield await Promise.all(page.map((row) => this.writeRow(exported, table, row)));
      page = await this.rows.listPage(source, table, page.at(-1)!.key);
    }
  }

  private async writeRow({ domain, cipher }: Export, table: TransferTable, { text, encrypted }: ExportedRow): Promise<string> {
    const type = JSON.stringify(getLineType(table));
    if (table.encrypted.length === 0) return `{"type":${type},"row":${text}}\n`;
    const row = JSON.parse(text) as Record<string, string>;
    const secrets: Record<string, string | null> = {};
    for (const { column, key, contextOf } of listEncryptedColumns(table)) {
      const value = encrypted[column];
      const plain = value && this.encryptor.decrypt(value, contextOf(domain.id, row[key[1]]!));
      secrets[column] = plain ? await cipher.encrypt(plain, getSecretPlace(table, column, row)) : null;
    }
    return `{"type":${type},"row":${text},"secrets":${JSON.stringify(secrets)}}\n`;
  }
}
