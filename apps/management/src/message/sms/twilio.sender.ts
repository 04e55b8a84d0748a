import { post } from './post.js';
import type { OutgoingText, TextSender } from './text-sender.js';

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** A number, a sender name, or the id of a messaging service (MG...). */
  from: string;
  /** The origin of the API. */
  api?: string;
  /** Milliseconds. */
  timeout?: number;
}

const API_URL = 'https://api.twilio.com';
const TIMEOUT_MS = 10_000;

/** Sends through Twilio's REST API, version 2010-04-01. The API has no idempotency: if its response is lost, the message is sent again. */
export class TwilioSender implements TextSender {
  constructor(private readonly options: TwilioOptions) {}

  send({ to, text }: OutgoingText): Promise<void> {
    const { accountSid, authToken, from, api = API_URL, timeout = TIMEOUT_MS } = this.options;
    const sender: Record<string, string> = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
    return post({
      url: `${api}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      headers: {
        Authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ To: to, ...sender, Body: text }).toString(),
      timeout,
    });
  }
}
