import { Inject, Injectable } from '@nestjs/common';
import type { ManagementSettings } from '@latchkey/config';
import { randomId } from '@latchkey/crypto';
import { DeliveryFailure } from '@latchkey/message';
import { Database, RateLimiter, type Domain } from '@latchkey/persistence';
import { Problem } from '@latchkey/problem';
import { AuditLogService } from '../audit-event/audit-log.service.js';
import { MailPreviewService } from '../mail-preview/mail-preview.service.js';
import { CurrentSenderService, type CurrentSender } from '../mail-sender/current-sender.service.js';
import { Mailer } from '../message/mail/mailer.js';
import { adviseOnMailFailure } from '../message/mail/mail-failure.js';
import { SETTINGS } from '../settings/settings.module.js';
import type { MailTestRequest, MailTestResponse } from './mail-test.dto.js';

/** How many test mails each domain can send, so that nobody fills the mailbox of a stranger. */
export const TESTS_PER_HOUR = 10;
const DEADLINE_MS = 10_000;

/** Sends test mails of domains. */
@Injectable()
export class MailTestService {
  private readonly limiter: RateLimiter | null;

  constructor(
    @Inject(SETTINGS) private readonly settings: ManagementSettings,
    database: Database,
    private readonly previews: MailPreviewService,
    private readonly senders: CurrentSenderService,
    private readonly log: AuditLogService,
  ) {
    const policy = { name: 'mail-test', requests: TESTS_PER_HOUR, window: 3_600 };
    this.limiter = settings.RATE_LIMIT === 'on' ? new RateLimiter(database, policy) : null;
  }

  /** Makes one attempt to send the mail. @throws Problem too-many-requests */
  async send(domain: Domain, request: MailTestRequest): Promise<MailTestResponse> {
    await this.requireWithinLimit(domain);
    const sender = await this.senders.find(domain.id);
    const result = await this.attempt(domain, request, sender);
    await this.log.record(domain.id, { type: 'mail.tested', data: { outcome: result.outcome } });
    return { ...result, from: sender.name === null ? sender.address : `${sender.name} <${sender.address}>` };
  }

  private async attempt(
    domain: Domain,
    { to, language: asked }: MailTestRequest,
    from: CurrentSender,
  ): Promise<Omit<MailTestResponse, 'from'>> {
    const language = asked ?? 'en';
    if (this.settings.SMTP_URL === undefined)
      return { outcome: 'NotConfigured', detail: 'The installation has no mail server: SMTP_URL is not set.' };
    const mail = await this.previews.render(domain, { kind: 'sign-in-link', language });
    const mailer = new Mailer({ url: this.settings.SMTP_URL, deadline: DEADLINE_MS });
    try {
      await mailer.send({ ...mail, from, to, name: null, language, id: randomId() });
      return { outcome: 'Accepted', detail: 'The mail server accepted the mail. If it does not arrive, look into the spam folder.' };
    } catch (error) {
      if (!(error instanceof DeliveryFailure)) throw error;
      return describeFailure(error);
    } finally {
      mailer.close();
    }
  }

  private async requireWithinLimit({ id }: Domain): Promise<void> {
    const state = await this.limiter?.consumeInDomain(id, '');
    if (!state || state.allowed) return;
    const detail = `A domain can send at most ${TESTS_PER_HOUR} test mails an hour. Try again in ${state.resetsIn} seconds.`;
    throw new Problem('too-many-requests', detail, { headers: { 'Retry-After': String(state.resetsIn) } });
  }
}

function describeFailure(failure: DeliveryFailure): Omit<MailTestResponse, 'from'> {
  if (failure.permanent)
    return { outcome: 'Refused', detail: `The mail server refused the recipient, the sender or the mail (${failure.message}).` };
  return { outcome: 'Failed', detail: `The mail was not sent (${failure.message}): ${adviseOnMailFailure(failure)}.` };
}
