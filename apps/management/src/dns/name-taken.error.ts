import { DnsError } from './dns.error.js';

/** There are records at the name that somebody else has made. */
export class NameTakenError extends DnsError {
  override readonly name = 'NameTakenError';

  constructor() {
    super('the name has records that are not marked as those of this domain', true);
  }
}
