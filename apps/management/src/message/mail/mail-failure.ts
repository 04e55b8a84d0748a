import type { DeliveryFailure } from '@latchkey/message';

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

/** What to do if a mail was not sent, in one line. */
export function adviseOnMailFailure({ message }: DeliveryFailure): string {
  return ADVICE[message] ?? 'see RFC 5321 section 4.2.3 and the log of the mail server';
}
