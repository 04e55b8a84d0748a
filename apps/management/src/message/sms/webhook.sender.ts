import { hmacSha256 } from '@latchkey/crypto';
import { post } from './post.js';
import type { OutgoingText, TextSender } from './text-sender.js';

export interface WebhookOptions {
  url: string;
  /** The signing key. */
  secret: string;
  /** Milliseconds. */
  timeout?: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Posts each message to the operator's URL as `{"id","to","text"}`. The header `X-Latchkey-Signature` is `t=SECONDS,v1=HEX`: the time since
 * the epoch, and the HMAC-SHA256 of `SECONDS.BODY`. A message has the same id in every attempt, also as `Idempotency-Key`.
 */
export class WebhookSender implements TextSender {
  constructor(private readonly options: WebhookOptions) {}

  send({ id, to, text }: OutgoingText): Promise<void> {
    const { url, secret, timeout = TIMEOUT_MS } = this.options;
    const body = JSON.stringify({ id, to, text });
    const time = Math.floor(Date.now() / 1_000);
    const signature = hmacSha256(secret, `${time}.${body}`).toString('hex');
    const headers = {
      'Content-Type': 'application/json',
      'Idempotency-Key': `"${id}"`,
      'X-Latchkey-Signature': `t=${time},v1=${signature}`,
    };
    return post({ url, headers, body, timeout });
  }
}
