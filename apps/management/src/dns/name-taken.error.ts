import { DnsError } from './dns.error.js';

/** The name has records that Latchkey did not create. */
export class NameTakenError extends DnsError {
  override readonly name = 'NameTakenError';

  constructor() {
    super('the name has records that are not marked as those of this domain', true);
  }
}
