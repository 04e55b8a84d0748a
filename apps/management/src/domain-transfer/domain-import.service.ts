import { Injectable } from '@nestjs/common';
import { DomainImportRepository, type NewDomain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { permitSlowBody } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { mayUseDomain, type Caller } from '../caller/caller.js';
import { ImportedDomainService } from '../domain/imported-domain.service.js';
import { DomainDeletionQueue } from '../queue/domain-deletion.queue.js';
import { ImportCompletionService } from './import-completion.service.js';
import { ImportFile } from './import-file.js';
import { ImportReadingService, type OpenedFile } from './import-reading.service.js';
import { requireEverything } from './require-everything.js';
import type { TransferHeader } from './transfer-file.js';

/** What an import has made. */
export interface ImportedDomain {
  domain: string;
  id: string;
  status: 'active' | 'pending';
  rows: number;
  log: { entries: number; hash: string | null };
}

/** Of a subscription. */
const MAX_OPEN_IMPORTS = 3;
const RETRY_AFTER_SECONDS = 30;
/** The rest of a refused file is not read. */
const CLOSE = { Connection: 'close' } as const;

/** Imports whole domains. */
@Injectable()
export class DomainImportService {
  constructor(
    private readonly imports: DomainImportRepository,
    private readonly names: ImportedDomainService,
    private readonly reading: ImportReadingService,
    private readonly completion: ImportCompletionService,
    private readonly deletions: DomainDeletionQueue,
  ) {}

  /**
   * Imports a domain, or nothing of it. Until the end nobody finds it, also if the process dies.
   *
   * @param body the file
   * @throws Problem invalid-request, content-too-large, domain-import-conflict, quota-exceeded, too-many-requests, request-timeout
   */
  async import(caller: Caller, body: IncomingMessage): Promise<ImportedDomain> {
    permitSlowBody(body);
    const file = new ImportFile(body);
    try {
      const { header, cipher } = await this.reading.open(file);
      requireEverything(caller);
      requireDomain(caller, header.domain);
      const claim = await this.names.claim(caller.subscriptionId, header.domain);
      await this.begin(caller, header);
      return await this.importInto(claim, { header, cipher }, file);
    } catch (error) {
      throw toProblem(error, body);
    }
  }

  private async begin({ subscriptionId }: Caller, { id, settings }: TransferHeader): Promise<void> {
    const result = await this.imports.begin({ id, subscriptionId, ...settings }, MAX_OPEN_IMPORTS);
    if (result === 'exists') throw createExistsProblem(id);
    if (result === 'busy') throw createBusyProblem();
  }

  private async importInto(claim: NewDomain, { header, cipher }: OpenedFile, file: ImportFile): Promise<ImportedDomain> {
    const { id, log } = header;
    try {
      const rows = await this.reading.read(file, { id, cipher });
      await this.completion.complete(header, cipher);
      const served = await this.names.serve(id, claim, header.source);
      const status = served.status === 'pending' ? 'pending' : 'active';
      return { domain: claim.name, id, status, rows, log: { entries: log.sequence, hash: log.hash } };
    } catch (error) {
      // If this fails too, the lease ends.
      for (const abandoned of await this.imports.abandon(id).catch(() => [])) this.deletions.enqueue(abandoned.id);
      throw error;
    }
  }
}

/** A caller that is limited to domains imports only these. @throws Problem permission-denied */
function requireDomain(caller: Caller, name: string): void {
  // control: a caller that is limited to domains imports no other
  if (mayUseDomain(caller, name)) return;
  throw new Problem('permission-denied', `${caller.name} may not use the domain ${name}. Nothing was imported.`);
}

function toProblem(error: unknown, body: IncomingMessage): unknown {
  if (body.destroyed && !body.complete) {
    return new Problem('request-timeout', 'The connection ended before the file had arrived. Nothing was imported; send it again.');
  }
  if (!(error instanceof Problem) || body.complete) return error;
  return new Problem(error.kind, error.detail, { errors: error.errors, headers: { ...error.headers, ...CLOSE }, cause: error });
}

function createExistsProblem(id: string): Problem {
  const detail = `There is a domain with the id ${id} here: this domain, another import of it, or one that is being removed. Nothing was imported.`;
  return new Problem('domain-import-conflict', detail);
}

function createBusyProblem(): Problem {
  const detail = `${MAX_OPEN_IMPORTS} imports of domains have not ended. Nothing was imported; wait until one has ended.`;
  return new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
