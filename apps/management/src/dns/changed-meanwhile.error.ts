import { DnsError } from './dns.error.js';

/** A change was refused as a whole, because the records differed from those that were read. Read again, then decide again. */
export class ChangedMeanwhileError extends DnsError {
  override readonly name = 'ChangedMeanwhileError';

  /** @param meaning what it means if it is still so after having looked again */
  constructor(readonly meaning: DnsError = new DnsError('the records were not as they had been read, several times over', false)) {
    super('the records were not as they had been read', false);
  }
}
