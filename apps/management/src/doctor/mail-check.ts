import type { ManagementSettings } from '@latchkey/config';
import { DeliveryFailure } from '@latchkey/message';
import { adviseOnMailFailure } from '../message/mail/mail-failure.js';
import { Mailer } from '../message/mail/mailer.js';
import { failed, ok, skipped, type Finding } from './check-result.js';

/** Logs in at the mail server, and sends nothing. */
export async function checkMail({ SMTP_URL: url }: ManagementSettings): Promise<Finding> {
  if (url === undefined) return skipped('SMTP_URL is not set: no mail is sent');
  const mailer = new Mailer({ url });
  try {
    await mailer.verify();
    return ok(`${new URL(url).host} accepts the login; mail test <to> sends a mail`);
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return failed(explainMailFailure(error));
  } finally {
    mailer.close();
  }
}

/** What the mail server or the connection rejects, and what to do, in one line. */
export function explainMailFailure(failure: DeliveryFailure): string {
  return `SMTP_URL: ${failure.message}: ${adviseOnMailFailure(failure)}`;
}
