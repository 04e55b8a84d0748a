import { DnsError } from '../dns.error.js';

/** A request to Cloudflare without a usable response. */
export class CloudflareError extends DnsError {
  /** @param retryAfterMs the wait before the next attempt, if Cloudflare asks for one */
  constructor(
    message: string,
    permanent: boolean,
    readonly retryAfterMs?: number,
  ) {
    super(message, permanent);
  }
}
