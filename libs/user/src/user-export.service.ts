import { Injectable } from '@nestjs/common';
import { ALL_ENTRIES, AuditLogQueryRepository, UserDataRepository, type ChainedEntry, type UserDataSection } from '@latchkey/persistence';

/** The number of log entries to read at a time. */
const PAGE_SIZE = 500;
/** A user of a domain. */
export interface ExportedUser {
  domainId: string;
  /** The name of the domain. */
  domain: string;
  sub: string;
}

/** Everything that is kept about a user: see docs/privacy.md. Credentials are described, without their secrets. */
@Injectable()
export class UserExportService {
  constructor(
    private readonly data: UserDataRepository,
    private readonly log: AuditLogQueryRepository,
  ) {}

  /** One JSON object, in pieces that are read as they are taken: the log of a user can have any length. */
  async *stream({ domainId, domain, sub }: ExportedUser): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(new Date())},"domain":${JSON.stringify(domain)},"sub":${JSON.stringify(sub)}`;
    for await (const { name, rows } of this.listSections(domainId, sub)) yield `,"${name}":${JSON.stringify(rows)}`;
    yield ',"log":[';
    let separator = '';
    for await (const page of this.readLog(domainId, sub)) {
      yield separator + page.map((entry) => JSON.stringify(entry)).join(',');
      separator = ',';
    }
    yield ']}\n';
  }

  /** What is kept, except the log, in a stable order. */
  listSections(domainId: string, sub: string): AsyncGenerator<UserDataSection> {
    return this.data.list(domainId, sub);
  }

  /** The entries about the user, which include those by the user, oldest first, in pages that are not empty. */
  private async *readLog(domainId: string, sub: string): AsyncGenerator<ChainedEntry[]> {
    for (let after: string | null = null, isLast = false; !isLast;) {
      const page = await this.log.listRetained(domainId, { ...ALL_ENTRIES, user: sub, after }, { order: 'oldest-first', limit: PAGE_SIZE });
      if (page.length > 0) yield page;
      isLast = page.length < PAGE_SIZE;
      after = String(page.at(-1)?.sequence);
    }
  }
}
