import { Injectable } from '@nestjs/common';
import type { TransferCipher } from '@latchkey/crypto';
import type { TransferTable } from '@latchkey/persistence';
import { Problem, type Violation } from '@latchkey/problem';
import { ImportedRowsService, type ImportTarget, type ReadRow } from './imported-rows.service.js';
import { ImportBatch } from './import-batch.js';
import type { FileLine, ImportFile } from './import-file.js';
import { parseObject, readEnd, readHeader } from './parse-transfer.js';
import { DIGEST_PLACE, getLineType, type TransferHeader } from './transfer-file.js';
import { TransferKeyService } from './transfer-key.service.js';

/** What a file begins with. */
export interface OpenedFile {
  header: TransferHeader;
  cipher: TransferCipher;
}

const MAX_ERRORS = 100;

/** Reads files, and stores their rows as they arrive. */
@Injectable()
export class ImportReadingService {
  constructor(
    private readonly keys: TransferKeyService,
    private readonly rows: ImportedRowsService,
  ) {}

  /** Reads the first line. @throws Problem invalid-request */
  async open(file: ImportFile): Promise<OpenedFile> {
    const line = await file.next();
    if (!line) throw new Problem('invalid-request', 'The file is empty. Send what GET /v1/domain/{domain}/export has answered.');
    const header = readHeader(parseObject(line.content).value);
    const cipher = await this.keys.open(header.key);
    if (!cipher) throw createOtherReceiverProblem();
    return { header: { ...header, id: header.id.toLowerCase() }, cipher };
  }

  /**
   * Stores the rows.
   *
   * @returns their number @throws Problem invalid-request with the first 100 errors, content-too-large
   */
  async read(file: ImportFile, target: Omit<ImportTarget, 'maxRefused'>): Promise<number> {
    const errors: Violation[] = [];
    const batch = new ImportBatch(async (table, rows) => {
      errors.push(...(await this.store({ ...target, maxRefused: MAX_ERRORS - errors.length }, table, rows)));
    });
    let rows = 0;
    for (let line = await file.next(); line && errors.length < MAX_ERRORS; line = await file.next()) {
      const { text, value } = parseLine(line, errors) ?? {};
      if (!value || text === undefined) continue;
      if (value['type'] === 'End') {
        await batch.finish();
        if (errors.length > 0) break;
        await this.requireWhole(file, { rows, value, cipher: target.cipher });
        return rows;
      }
      rows += 1;
      const fault = await batch.add(line.number, text, value);
      if (fault !== null) errors.push(createError(line.number, fault));
    }
    await batch.finish();
    throw errors.length > 0 ? createFaultsProblem(errors) : createTruncatedProblem();
  }

  /** @param rows how many were read @param value the last line */
  private async requireWhole(
    file: ImportFile,
    { rows, value, cipher }: { rows: number; value: Record<string, unknown>; cipher: TransferCipher },
  ): Promise<void> {
    const end = readEnd(value);
    const digest = end && (await cipher.decrypt(end.digest, DIGEST_PLACE));
    // control: a file that was changed on its way is not imported
    if (end?.rows !== rows || digest?.toString() !== file.readDigest()) throw createChangedProblem();
    if (await file.next()) throw new Problem('invalid-request', 'The file goes on after its last line. Nothing was imported.');
  }

  /** @returns the errors of rows that were not stored */
  private async store(target: ImportTarget, table: TransferTable, rows: readonly ReadRow[]): Promise<Violation[]> {
    const refused = await this.rows.store(target, table, rows);
    if (!refused) throw new Problem('request-timeout', 'The file arrived too slowly, and the import was abandoned. Send it again.');
    return refused.map(({ number, detail }) => createError(number, `${getLineType(table)}: ${detail}`));
  }
}

function parseLine({ number, content }: FileLine, errors: Violation[]): ReturnType<typeof parseObject> | null {
  try {
    return parseObject(content);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    errors.push(createError(number, error.detail));
    return null;
  }
}

/** @param number of the line */
function createError(number: number, detail: string): Violation {
  return { pointer: `/${number}`, detail: `line ${number}: ${detail}` };
}

function createFaultsProblem(errors: readonly Violation[]): Problem {
  const detail = `The file has errors, of which the first ${MAX_ERRORS} are listed. Nothing was imported. If the domain was changed during the export, freeze it and export it again.`;
  return new Problem('invalid-request', detail, { errors: errors.slice(0, MAX_ERRORS) });
}

function createTruncatedProblem(): Problem {
  return new Problem('invalid-request', 'The file ends before its last line. Nothing was imported; export the domain again.');
}

function createChangedProblem(): Problem {
  return new Problem('invalid-request', 'The file is not as it was exported: lines were changed, added or removed. Nothing was imported.');
}

function createOtherReceiverProblem(): Problem {
  const detail =
    'The file was encrypted for another installation, or before the master key was replaced here. Export it for the key of GET /v1/domain-import/key.';
  return new Problem('invalid-request', detail, {
    errors: [{ pointer: '/key', detail: 'is encrypted with a key that is not of this installation' }],
  });
}
