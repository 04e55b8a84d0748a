import { Injectable } from '@nestjs/common';
import { Database, ServedDomainRepository, type CurrentRevision, type RevisionQuery } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';

/**
 * Reads the current revisions from the database for every request. The queries of one turn of the event loop share one statement, so each
 * is cheap, and a removal or change takes effect with the next request.
 */
@Injectable()
export class CurrentRevisionService {
  private readonly batcher: StatementBatcher<RevisionQuery, CurrentRevision | null>;

  constructor(domains: ServedDomainRepository, database: Database) {
    this.batcher = new StatementBatcher((questions) => domains.currentRevisions(questions), {
      hasBacklog: () => database.hasBacklog,
      domainOf: ({ domain }) => domain,
    });
  }

  /**
   * The first query of a request.
   *
   * @param domain the host name
   *
   * @param clientId null: query only the domain
   * @returns null if no such domain is served
   * @throws Error that counts as an outage, if too many requests of the domain are waiting
   */
  read(domain: string, clientId: string | null): Promise<CurrentRevision | null> {
    return this.batcher.ask({ domain, clientId });
  }

  /** Like `read`, for a later query of the same request. It goes before requests of the domain that have not begun. */
  readAgain(domain: string, clientId: string | null): Promise<CurrentRevision | null> {
    return this.batcher.ask({ domain, clientId }, true);
  }
}
