import { DnsError } from '../dns.error.js';

/** A request to Cloudflare that had no usable response. */
export class CloudflareError extends DnsError {
  /** @param retryAfterMs how long Cloudflare asks to wait before the next attempt, if it does */
  constructor(
    message: string,
    permanent: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(message, permanent);
  }
}
