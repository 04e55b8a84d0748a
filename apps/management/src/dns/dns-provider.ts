/** A record that domains are reached by, as it stands at one name: RFC 1035 section 3.3.1 and 3.4.1, RFC 3596. */
export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME';
  /** An address in its canonical form, or a host name in lower case without a trailing dot. */
  value: string;
}

/** A name under which records are made, and for whom: the mark beside them carries the owner. */
export interface DnsClaim {
  /** The id of the domain. */
  owner: string;
  /** In lower case, without a trailing dot; it lies in the zone that the provider writes. */
  name: string;
}

/**
 * Who writes the records of domains. Each record is marked as ours by a TXT record at `_latchkey.NAME` (see ownership.ts), and what bears
 * no mark of the claim's owner is neither changed nor removed.
 *
 * Every operation may be repeated, may be killed anywhere, and may run twice at once: the next one carries on from whatever it finds.
 * They end within DNS_DEADLINE, and what they have sent is applied by then or, if the server is late, soon after.
 */
export interface DnsProvider {
  /**
   * Makes the records at the name be exactly these.
   * @throws NameTakenError if there is something at the name that is not this owner's; nothing has been changed then
   * @throws DnsError
   */
  ensure(claim: DnsClaim, records: readonly DnsRecord[]): Promise<void>;

  /**
   * Removes what this owner has at the name, the mark last. What is absent counts as removed.
   * @throws DnsError
   */
  remove(claim: DnsClaim): Promise<void>;

  /**
   * The records at the name that are this owner's by their mark.
   * @throws DnsError
   */
  observe(claim: DnsClaim): Promise<DnsRecord[]>;
}

/** The token of the provider that the settings choose: `@Inject(DNS_PROVIDER) provider: DnsProvider`. */
export const DNS_PROVIDER = Symbol('DNS provider');

/** Milliseconds after which an operation has ended, in one way or the other. */
export const DNS_DEADLINE = 10_000;

/** Why an operation failed: for the log, without names or secrets of the request. */
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

/** There are records at the name that somebody else has made. */
export class NameTakenError extends DnsError {
  override readonly name = 'NameTakenError';

  constructor() {
    super('the name has records that are not marked as those of this domain', true);
  }
}
