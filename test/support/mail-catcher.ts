import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { eventually } from './eventually.js';

/** A mail as it arrived. */
export interface CaughtMail extends Email {
  /** The raw message, with its headers. */
  raw: string;
  /** The recipients in the envelope. */
  recipients: string[];
}

/** How the server handles a mail; by default it accepts it. */
export type Reply = 'take' | 'take-then-hang' | { code: number; text: string };

/** A real SMTP server on loopback that keeps the mails it receives. */
export class MailCatcher {
  readonly mails: CaughtMail[] = [];
  /** The number of delivery attempts, accepted or not. */
  attempts = 0;
  private readonly server: SMTPServer;
  private reply: (attempt: number) => Reply = () => 'take';

  private constructor(options: { hideSMTPUTF8?: boolean }) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      hideSize: true,
      ...options,
      onData: (stream, session, callback) => void this.receive(stream, session, callback),
    });
    this.server.on('error', () => undefined);
  }

  /** @param options of smtp-server: the extensions that it hides */
  static async start(options: { hideSMTPUTF8?: boolean } = {}): Promise<MailCatcher> {
    const catcher = new MailCatcher(options);
    const listening = catcher.server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    return catcher;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** The behaviour from now on, by the number of the attempt, counted from 1. */
  answer(reply: (attempt: number) => Reply): void {
    this.attempts = 0;
    this.reply = reply;
  }

  /** Waits for the newest mail to an address. */
  async to(recipient: string, { count = 1 } = {}): Promise<CaughtMail> {
    const found = await eventually(() => {
      const theirs = this.mails.filter(({ recipients }) => recipients.includes(recipient));
      return theirs.length >= count ? theirs : null;
    });
    return found.at(-1)!;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async receive(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, callback: (error?: Error | null) => void) {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of stream) chunks.push(chunk as Buffer);
    } catch {
      return; // The sender was killed amid the mail.
    }
    this.attempts += 1;
    const reply = this.reply(this.attempts);
    if (typeof reply === 'object') return callback(Object.assign(new Error(reply.text), { responseCode: reply.code }));
    const raw = Buffer.concat(chunks);
    const recipients = envelope.rcptTo.map(({ address }) => address);
    this.mails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('latin1'), recipients });
    if (reply === 'take') callback();
  }
}

/** The link in a mail that contains one. */
export function linkOf({ text = '' }: Pick<CaughtMail, 'text'>): string {
  const [link] = /https?:\/\/\S+\/connect\/magiclink\?token=[\w-]+/.exec(text) ?? [];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
}
