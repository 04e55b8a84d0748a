/** A record at a name that points to the service: RFC 1035 section 3.3.1 and 3.4.1, RFC 3596. */
export interface DnsRecord {
  type: 'A' | 'AAAA' | 'CNAME';
  /** An address in its canonical form, or a host name in lower case without a trailing dot. */
  value: string;
}

/** A name with managed records, and its owner. The ownership records beside the managed ones contain the owner's id. */
export interface DnsReservation {
  /** The id of the domain. */
  owner: string;
  /** In lower case, without a trailing dot; in the provider's zone. */
  name: string;
}

/**
 * Writes the records of domains. A TXT record marks each of them as Latchkey's at `_latchkey.NAME` (see ownership.ts). Records without the
 * mark of the owner are neither changed nor removed.
 *
 * Every operation is idempotent, can be killed at any point, and can run twice concurrently: the next one continues from what it finds. It
 * ends within DNS_DEADLINE_MS. A change with an answer takes effect soon, one without an answer can take effect at any time. Reads can be
 * slightly stale: a removal within DNS_SETTLING_MS after the start of a creation is repeated after it.
 */
export interface DnsProvider {
  /**
   * Creates and removes records until the name has exactly these.
   *
   * @throws NameTakenError if the name has records of another owner; nothing has been changed
   * @throws UnansweredError if a change may have been made, or may still be
   * @throws DnsError for any other failure: no change has been or will be applied
   */
  ensure(claim: DnsReservation, records: readonly DnsRecord[]): Promise<void>;

  /**
   * Removes the owner's records at the name, ownership records last. Succeeds if there are none.
   *
   * @throws DnsError
   */
  remove(claim: DnsReservation): Promise<void>;

  /**
   * The records at the name with this owner's ownership records.
   *
   * @throws DnsError
   */
  check(claim: DnsReservation): Promise<DnsRecord[]>;
}

/** The injection token of the configured provider: `@Inject(DNS_PROVIDER) provider: DnsProvider`. */
export const DNS_PROVIDER = Symbol('DNS provider');

/** Milliseconds within which an operation ends, successful or not. */
export const DNS_DEADLINE_MS = 6_000;

/** Milliseconds after the start of an operation until all reads show its acknowledged changes. */
export const DNS_SETTLING_MS = 8_000;
