/** Why an operation failed: for the log of whoever runs the service, without names of domains and without secrets. */
export class DnsError extends Error {
  override readonly name: string = 'DnsError';

  /** @param permanent whether repeating it is in vain until somebody has changed something, such as a credential */
  constructor(
    message: string,
    readonly permanent: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
