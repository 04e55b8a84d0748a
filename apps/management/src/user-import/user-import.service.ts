import { Injectable } from '@nestjs/common';
import { isUuid } from '@latchkey/oauth';
import {
  UserImportRepository,
  type Domain,
  type Precondition,
  type ReceivedLine,
  type UserImport,
  type UserImportKey,
} from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { permitSlowBody } from '@latchkey/server';
import type { IncomingMessage } from 'node:http';
import { getCurrentActor } from '../audit-event/actor.js';
import { DomainChangeService } from '../current-domain/domain-change.service.js';
import { UserImportQueue } from '../queue/user-import.queue.js';
import { LineSplitter } from '../http/line-splitter.js';
import { MAX_LINE_BYTES } from './parse-line.js';

export interface UserImportUpload {
  dryRun: boolean;
  /** Lines of JSON. */
  body: IncomingMessage;
}

const MAX_FILE_BYTES = 1_073_741_824;
const MAX_LINES = 5_000_000;
/** Of a domain, so that files that wait do not fill the disk. */
const MAX_OPEN_IMPORTS = 3;
const RETRY_AFTER_SECONDS = 30;
/** The limits of a statement that stores lines, small enough for others to get a turn, and the milliseconds after which it stores fewer. */
const MAX_STORED_LINES = 250;
const MAX_STORED_BYTES = 262_144;
const MAX_STORE_INTERVAL_MS = 5_000;

/** Imports of users as the API shows them. */
@Injectable()
export class UserImportService {
  constructor(
    private readonly changes: DomainChangeService,
    private readonly imports: UserImportRepository,
    private readonly queue: UserImportQueue,
  ) {}

  /**
   * Stores the lines of a file as they arrive, and enqueues the import. If the process dies first, nothing is imported.
   *
   * @throws Problem invalid-request, content-too-large, too-many-requests, domain-not-found, after which nothing is imported
   */
  async upload(domain: Domain, { dryRun, body }: UserImportUpload): Promise<UserImport> {
    if (Number(body.headers['content-length'] ?? 0) > MAX_FILE_BYTES) throw createTooLargeProblem();
    const { type, id: actorId, name, requestId } = getCurrentActor();
    const values = { domainId: domain.id, dryRun, actor: { type, id: actorId, name, requestId } };
    const id = await this.changes.changeAlone(domain, () => this.imports.create(values, MAX_OPEN_IMPORTS));
    if (id === null) throw createTooManyImportsProblem();
    const key = { domainId: domain.id, id };
    try {
      permitSlowBody(body);
      await this.store(key, body);
      if (!(await this.imports.finishUpload(key))) throw createCanceledProblem();
    } catch (error) {
      await this.imports.remove(key).catch(() => undefined);
      throw body.destroyed && !body.complete ? createIncompleteProblem() : error;
    }
    this.queue.enqueue(domain.id);
    return this.get(domain, id);
  }

  list({ id }: Domain): Promise<UserImport[]> {
    return this.imports.list(id);
  }

  /** @throws Problem user-import-not-found */
  async get(domain: Domain, id: string): Promise<UserImport> {
    const found = isUuid(id) ? await this.imports.find({ domainId: domain.id, id }) : null;
    if (!found) throw createNotFoundProblem();
    return found;
  }

  /** Stops an import. Users who were imported stay. @throws Problem user-import-not-found, precondition-failed */
  async delete(domain: Domain, id: string, precondition: Precondition<UserImport>): Promise<void> {
    if (!isUuid(id)) throw createNotFoundProblem();
    const key = { domainId: domain.id, id };
    await this.changes.change(domain, async () => {
      const found = await this.imports.lock(key);
      if (!found) throw createNotFoundProblem();
      await precondition(found);
      await this.imports.remove(key);
    });
    this.queue.enqueue(domain.id);
  }

  private async store(key: UserImportKey, body: IncomingMessage): Promise<void> {
    const splitter = new LineSplitter(MAX_LINE_BYTES);
    let pending: ReceivedLine[] = [];
    let [bytes, pendingBytes, storedAt] = [0, 0, performance.now()];
    let lines = 0;
    const flush = async (): Promise<void> => {
      lines += pending.length;
      if (lines > MAX_LINES) throw createTooLargeProblem();
      if (!(await this.imports.addLines(key, pending))) throw createCanceledProblem();
      [pending, pendingBytes, storedAt] = [[], 0, performance.now()];
    };
    const add = async (line: ReceivedLine): Promise<void> => {
      pending.push(line);
      pendingBytes += line.content?.length ?? 0;
      if (pending.length >= MAX_STORED_LINES || pendingBytes >= MAX_STORED_BYTES) await flush();
    };
    // The connection is still needed for the response if the loop ends early.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) throw createTooLargeProblem();
      for (const line of splitter.push(chunk)) await add(line);
      if (performance.now() - storedAt > MAX_STORE_INTERVAL_MS) await flush();
    }
    for (const line of splitter.end()) await add(line);
    await flush();
    if (lines === 0) throw new Problem('invalid-request', 'The file has no users. Send one JSON object per line.');
  }
}

/** The rest of a rejected file is not read. */
const CLOSE = { Connection: 'close' } as const;

function createTooLargeProblem(): Problem {
  const detail = `The file must not exceed 1 GiB or ${MAX_LINES.toLocaleString('en')} lines. Nothing is imported; send it in parts.`;
  return new Problem('content-too-large', detail, { headers: CLOSE });
}

function createTooManyImportsProblem(): Problem {
  const detail = `${MAX_OPEN_IMPORTS} imports of the domain have not ended. Nothing is imported; wait until one has ended, or delete one.`;
  return new Problem('too-many-requests', detail, { headers: { ...CLOSE, 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}

function createCanceledProblem(): Problem {
  return new Problem('invalid-request', 'The import was canceled, or its file arrived too slowly. Send it again.', { headers: CLOSE });
}

function createIncompleteProblem(): Problem {
  return new Problem('request-timeout', 'The connection ended before the file had arrived. Nothing is imported; send it again.');
}

function createNotFoundProblem(): Problem {
  return new Problem('user-import-not-found', 'The domain has no import with this id. Results are kept for 7 days.');
}
