import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@latchkey/observability';
import { Database, RegisteredClientRepository, workForEachDomain } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { AuditLogService } from '../audit-event/audit-log.service.js';

const INTERVAL_MS = 60_000;
const BATCH_SIZE = 2_000;

/** Removes clients that registered themselves and got no token for a day. */
@Injectable()
export class RegisteredClientSweeper extends PeriodicTask {
  constructor(
    @Inject(LOGGER) logger: Logger,
    private readonly database: Database,
    private readonly clients: RegisteredClientRepository,
    private readonly log: AuditLogService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    await this.attemptBatches(BATCH_SIZE, (limit) => this.sweep(limit));
  }

  private async sweep(limit: number): Promise<number> {
    const expired = Map.groupBy(await this.clients.listExpired(limit), ({ domainId }) => domainId);
    let removed = 0;
    await workForEachDomain(this.database, expired.keys(), async (domainId) => {
      for (const { clientId } of expired.get(domainId)!) removed += (await this.remove(domainId, clientId)) ? 1 : 0;
    });
    return removed;
  }

  private remove(domainId: string, clientId: string): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.clients.lockDomain(domainId))) return false;
      const isRemoved = await this.clients.deleteExpired({ domainId, clientId });
      if (isRemoved) await this.log.record(domainId, { type: 'client.deleted', client: clientId });
      return isRemoved;
    });
  }
}
