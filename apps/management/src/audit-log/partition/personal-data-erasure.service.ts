import { Injectable } from '@nestjs/common';
import { Database, AuditLogKeyRepository, workForEachDomain } from '@latchkey/persistence';

const PAGE_SIZE = 500;
const BATCH_SIZE = 1_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Erases personal data of entries older than the `personalDays` of their domain, together with the keys of the months that have ended. */
@Injectable()
export class PersonalDataErasureService {
  constructor(
    private readonly database: Database,
    private readonly keys: AuditLogKeyRepository,
  ) {}

  /**
   * @param signal stops between two batches; another run continues
   * @throws DomainFailuresError after the data of the other domains
   */
  async eraseExpired(signal: AbortSignal): Promise<void> {
    const expired: string[] = [];
    for (let after: string | undefined = FIRST_ID; after !== undefined && !signal.aborted;) {
      const page: { id: string; expired: boolean }[] = await this.keys.listDomains(after, PAGE_SIZE);
      expired.push(...page.filter((each) => each.expired).map(({ id }) => id));
      after = page.length === PAGE_SIZE ? page.at(-1)!.id : undefined;
    }
    await workForEachDomain(this.database, expired, (id) => this.erase(id, signal));
  }

  private async erase(domainId: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.keys.deleteExpired(domainId, BATCH_SIZE)) === BATCH_SIZE);
  }
}
