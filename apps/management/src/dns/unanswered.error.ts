import { DnsError } from './dns.error.js';

/** A change has been sent, and nobody knows what became of it: it may have been made, and may still be made much later. */
export class UnansweredError extends DnsError {
  override readonly name = 'UnansweredError';

  constructor(cause: DnsError) {
    super(cause.message, false, { cause });
  }
}
