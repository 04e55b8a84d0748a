import { Injectable } from '@nestjs/common';
import { AuditLogQueryRepository, type ChainedEntry, type AuditLogFilter, type AuditLogPage } from '@latchkey/persistence';
import { AuditLogChainService } from './chain/audit-log-chain.service.js';

/** The number of entries to read at a time for a stream. */
const STREAM_PAGE_SIZE = 500;

/** Reads the logs of domains. */
@Injectable()
export class AuditLogQueryService {
  constructor(
    private readonly chain: AuditLogChainService,
    private readonly entries: AuditLogQueryRepository,
  ) {}

  /** The chained entries that the domain's retention does not hide. The first page contains every earlier change of the caller. */
  async list(domainId: string, filter: AuditLogFilter, page: AuditLogPage): Promise<ChainedEntry[]> {
    if (filter.before === null) await this.chain.catchUp(domainId);
    return this.entries.listRetained(domainId, filter, page);
  }

  /**
   * One entry per line as JSON, oldest first.
   *
   * @param limit the number of lines; null for all
   *
   * @returns after the first page was read, so that an earlier failure is answered with its status
   */
  async stream(domainId: string, filter: AuditLogFilter, limit: number | null): Promise<AsyncGenerator<string>> {
    const pages = this.readPages(domainId, filter, limit);
    return resume(await pages.next(), pages);
  }

  private async *readPages(domainId: string, filter: AuditLogFilter, limit: number | null): AsyncGenerator<string, void> {
    await this.chain.catchUp(domainId);
    let [after, left] = [filter.after, limit ?? Infinity];
    while (left > 0) {
      const size = Math.min(left, STREAM_PAGE_SIZE);
      const page = await this.entries.listRetained(domainId, { ...filter, after }, { order: 'oldest-first', limit: size });
      if (page.length > 0) yield page.map((entry) => `${JSON.stringify(entry)}\n`).join('');
      if (page.length < size) return;
      after = String(page.at(-1)!.sequence);
      left -= page.length;
    }
  }
}

async function* resume(first: IteratorResult<string, void>, rest: AsyncGenerator<string, void>): AsyncGenerator<string> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
