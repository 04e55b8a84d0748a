import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { randomId } from '@latchkey/crypto';
import { LOGGER, type Logger } from '@latchkey/observability';
import { DomainRepository } from '@latchkey/persistence';
import { PeriodicTask } from '@latchkey/server';
import { SETTINGS } from '../settings/settings.module.js';
import { SigningKeyService } from './signing-key.service.js';

const INTERVAL_MS = 60_000;
/** The number of domains per run, which takes PostgreSQL some 50 ms. */
const DOMAINS_PER_RUN = 2_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/**
 * Rotates keys by schedule, and unpublishes keys that are no longer needed. Each run checks the next domains by their ids, so that its work
 * does not grow with their number; 100,000 domains take 50 minutes.
 */
@Injectable()
export class SigningKeySweeper extends PeriodicTask {
  /** The last domain of the previous run. It is random at first, so that replicas and restarts begin at different places. */
  private last: string = randomId();

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    @Inject(LOGGER) logger: Logger,
    private readonly domains: DomainRepository,
    private readonly keys: SigningKeyService,
  ) {
    super(INTERVAL_MS, logger);
  }

  protected async run(): Promise<void> {
    const ids = await this.nextDomains();
    const counts = { rotated: 0, retired: 0 };
    await this.attempt(async () => (counts.rotated = await this.keys.rotateDue(ids, this.settings.KEY_ROTATION_DAYS)));
    await this.attempt(async () => (counts.retired = await this.keys.retire(ids)));
    if (counts.rotated + counts.retired > 0) this.logger.info(counts, 'signing keys');
  }

  private async nextDomains(): Promise<string[]> {
    const ids = await this.domains.listIdsAfter(this.last, DOMAINS_PER_RUN);
    // Continues with the first domains at the end. With few domains, each run checks all of them.
    if (ids.length < DOMAINS_PER_RUN) ids.push(...(await this.domains.listIdsAfter(BEFORE_ALL_IDS, DOMAINS_PER_RUN - ids.length)));
    this.last = ids.at(-1) ?? BEFORE_ALL_IDS;
    return [...new Set(ids)];
  }
}
