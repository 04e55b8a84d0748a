/** A value was encrypted with a master key that MASTER_KEY does not contain, or no longer contains. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError';

  /** @param context the place of the value */
  constructor(context: string) {
    super(`no key of MASTER_KEY opens ${context}`);
  }
}
