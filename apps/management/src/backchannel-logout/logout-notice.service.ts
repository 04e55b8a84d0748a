import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, Metrics, type Logger } from '@latchkey/observability';
import { LogoutNoticeRepository, type LeasedLogoutNotice, type LogoutNoticeKey } from '@latchkey/persistence';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { LogoutNoticeSenderService } from './logout-notice-sender.service.js';

/**
 * Sends logout notices. One of any number of workers makes an attempt, and the next attempt is due later, whatever the outcome. A client
 * can receive a notice twice if its response was lost.
 */
@Injectable()
export class LogoutNoticeService {
  constructor(
    private readonly notices: LogoutNoticeRepository,
    private readonly sender: LogoutNoticeSenderService,
    private readonly log: AuditLogService,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // Initialized at the start, because an alert sees an increase only in existing series.
    for (const outcome of ['delivered', 'failed', 'given-up']) metrics.logoutNotices.inc({ outcome }, 0);
  }

  /** Makes an attempt if it is due and has not been made. @param attempt its number, from 1 @throws Error if the notice will be retried */
  async attempt(key: LogoutNoticeKey, attempt: number): Promise<void> {
    const notice = await this.notices.lease(key, attempt);
    if (!notice) return;
    if (notice.expired) await this.giveUp(key, notice);
    else await this.deliver(key, notice);
  }

  private async deliver(key: LogoutNoticeKey, notice: LeasedLogoutNotice): Promise<void> {
    try {
      await this.sender.send(key.domainId, notice);
    } catch (error) {
      this.metrics.logoutNotices.inc({ outcome: 'failed' });
      throw error;
    }
    await this.notices.delete(key);
    this.metrics.logoutNotices.inc({ outcome: 'delivered' });
  }

  /** The client has been unreachable for hours. The domain's log tells its operator. */
  private async giveUp(key: LogoutNoticeKey, { clientId, sub, attempts }: LeasedLogoutNotice): Promise<void> {
    if (!(await this.notices.delete(key))) return;
    this.metrics.logoutNotices.inc({ outcome: 'given-up' });
    this.logger.warn({ domain: key.domainId, client: clientId, attempts }, 'client not notified of a logout');
    await this.log.record(key.domainId, { type: 'client.backchannel_logout.failed', client: clientId, user: sub });
  }
}
