import { DnsError } from './dns.error.js';

/** A change was rejected as a whole, because the records differed from those that were read. Read and decide again. */
export class ChangedMeanwhileError extends DnsError {
  override readonly name = 'ChangedMeanwhileError';

  /** @param meaning the error to report if the records still differ after another read */
  constructor(readonly meaning: DnsError = new DnsError('the records repeatedly changed after they had been read', false)) {
    super('the records were not as they had been read', false);
  }
}
