import { refuseInTransaction } from '@latchkey/persistence';
import { DeliveryFailure, type Mail } from '@latchkey/message';
import { createTransport } from 'nodemailer';
import type { CurrentSender } from '../../mail-sender/current-sender.service.js';
import { needsSmtpUtf8, SMTPUTF8_MISSING, supportsSmtpUtf8, type SmtpConnectionOptions } from './smtp-utf8.js';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with credentials if needed. */
  url: string;
  /** Milliseconds after which an attempt is aborted. */
  deadline?: number;
}

export interface OutgoingMail extends Mail {
  from: CurrentSender;
  /** One address. */
  to: string;
  /** The recipient's name; null if unknown. */
  name: string | null;
  language: string;
  /** The same for every attempt, so that mail programs recognize copies. */
  id: string;
}

const MAX_CONNECTIONS = 5;
const DEADLINE_MS = 30_000;
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };
/** These codes concern the server or the account there, not the message. */
const SERVER_ERROR_CODES = new Set([
  'EAUTH',
  'ENOAUTH',
  'ETLS',
  'EDNS',
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EABORT',
  'EPROTOCOL',
  'EMAXLIMIT',
]);

type SmtpError = Error & { code?: string; responseCode?: number };

/** Sends mail through an SMTP server. */
export class Mailer {
  private readonly transport: ReturnType<typeof openPool>;
  private readonly deadline: number;

  constructor({ url, deadline = DEADLINE_MS }: MailerOptions) {
    this.transport = openPool(url);
    this.deadline = deadline;
  }

  /**
   * Sends a mail with two alternative formats. All headers are values that are encoded, so a name cannot add a header.
   *
   * @throws DeliveryFailure unless the server has confirmed the mail. If the response was lost, it may have accepted the mail
   */
  async send({ from, to, name, subject, text, html, language, id }: OutgoingMail): Promise<void> {
    refuseInTransaction('A mail');
    await this.requireDeliverable(to);
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
    await this.transport
      .sendMail({
        // Passed as objects, because strings would be parsed as lists of addresses.
        from: { name: oneLine(from.name ?? ''), address: from.address },
        ...(from.dkim && { dkim: from.dkim }),
        to: { name: oneLine(name ?? ''), address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        // RFC 3834: suppresses automatic replies. RFC 3282: states the language.
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(this.deadline),
      })
      .catch((error: SmtpError) => {
        throw toFailure(error);
      });
  }

  private async requireDeliverable(address: string): Promise<void> {
    if (!needsSmtpUtf8(address)) return;
    const isSupported = await supportsSmtpUtf8(getConnectionOptions(this.transport)).catch((error: SmtpError) => {
      throw toFailure(error);
    });
    if (!isSupported) throw new DeliveryFailure(SMTPUTF8_MISSING, { permanent: true });
  }

  /** Connects and logs in without sending anything. @throws DeliveryFailure if the server cannot be reached or rejects the login */
  async verify(): Promise<void> {
    await this.transport.verify().catch((error: SmtpError) => {
      throw toFailure(error);
    });
  }

  /** Closes idle connections immediately, and others after their message. */
  close(): void {
    this.transport.close();
  }
}

/** The options that nodemailer has parsed from the URL. Checked against nodemailer 10.6.0. */
function getConnectionOptions({ transporter }: ReturnType<typeof openPool>): SmtpConnectionOptions {
  return (transporter as unknown as { options: SmtpConnectionOptions }).options;
}

/** Parameters of the URL override these options. Credentials are never sent in plain text. */
function openPool(url: string) {
  const requireTLS = new URL(url).username !== '';
  return createTransport({ url, pool: true, maxConnections: MAX_CONNECTIONS, requireTLS, ...TIMEOUTS, logger: false });
}

function toFailure({ code, responseCode }: SmtpError): DeliveryFailure {
  if (code !== undefined && SERVER_ERROR_CODES.has(code)) return new DeliveryFailure(code, { permanent: false });
  if (responseCode === undefined)
    return new DeliveryFailure(code ?? 'unknown error', { permanent: code === 'EENVELOPE' || code === 'EMESSAGE' });
  // RFC 5321 section 4.2.1; 503 concerns the order of commands, not the message.
  return new DeliveryFailure(`smtp ${responseCode}`, { permanent: responseCode >= 500 && responseCode !== 503 });
}

/** Reduces a name to what is safe in a header. */
function oneLine(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100);
}
