import { DnsError } from './dns.error.js';

/** A change was sent and its outcome is unknown. The server may have applied it, or may do so much later. */
export class UnansweredError extends DnsError {
  override readonly name = 'UnansweredError';

  constructor(cause: DnsError) {
    super(cause.message, false, { cause });
  }
}
