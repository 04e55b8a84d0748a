/** An encrypted value was encrypted with a master key that MASTER_KEY does not have, or has no longer. */
export class UnknownMasterKeyError extends Error {
  override readonly name = 'UnknownMasterKeyError';

  /** @param context the place of the value */
  constructor(context: string) {
    super(`no key of MASTER_KEY opens ${context}`);
  }
}
