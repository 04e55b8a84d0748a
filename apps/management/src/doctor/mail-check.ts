import type { ManagementSettings } from '@latchkey/config';
import { DeliveryFailure } from '@latchkey/message';
import { Mailer } from '../message/mail/mailer.js';
import { failed, ok, skipped, type Finding } from './check-result.js';

const CONNECTION = 'check host and port of SMTP_URL, and whether a firewall allows the connection';
/** Advice for each error code of Nodemailer. */
const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'the server refuses the login: check user and password of SMTP_URL',
  ENOAUTH: 'the server wants a login: add user and password to SMTP_URL',
  ETLS: 'the server offers no TLS, which a login needs: use another port, or smtps://',
  EDNS: 'the host of SMTP_URL does not resolve',
  ECONNECTION: CONNECTION,
  ESOCKET: CONNECTION,
  ETIMEDOUT: CONNECTION,
  EABORT: CONNECTION,
};

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
export function explainMailFailure({ message }: DeliveryFailure): string {
  return `SMTP_URL: ${message}: ${ADVICE[message] ?? 'see RFC 5321 section 4.2.3 and the log of the mail server'}`;
}
