/** Why an operation failed: for the operator's log, without domain names and secrets. */
export class DnsError extends Error {
  override readonly name: string = 'DnsError';

  /** @param permanent whether retries fail until someone changes something, such as a credential */
  constructor(
    message: string,
    readonly permanent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
