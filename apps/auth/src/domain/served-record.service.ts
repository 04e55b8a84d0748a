import { Injectable } from '@nestjs/common';
import { ServedRecordRepository, type ServedClient, type ServedClientId, type ServedDomain } from '@latchkey/persistence';
import { StatementBatcher } from '../cache/statement-batcher.js';

/** A domain id, or a client. */
type Question = string | ServedClientId;

/** Reads domains and clients that are not cached. All requests in one turn of the event loop share one statement. */
@Injectable()
export class ServedRecordService {
  private readonly batcher = new StatementBatcher<Question, ServedDomain | ServedClient | null>((questions) => this.read(questions));

  constructor(private readonly records: ServedRecordRepository) {}

  /** @returns null if the domain is no longer served */
  findDomain(id: string): Promise<ServedDomain | null> {
    return this.batcher.ask(id) as Promise<ServedDomain | null>;
  }

  findClient(domainId: string, clientId: string): Promise<ServedClient | null> {
    return this.batcher.ask({ domainId, clientId }) as Promise<ServedClient | null>;
  }

  private async read(questions: readonly Question[]): Promise<(ServedDomain | ServedClient | null)[]> {
    const found = await this.records.read({
      domains: questions.filter((question) => typeof question === 'string'),
      clients: questions.filter((question) => typeof question !== 'string'),
    });
    const [domains, clients] = [found.domains.values(), found.clients.values()];
    return questions.map((question) => (typeof question === 'string' ? domains : clients).next().value ?? null);
  }
}
