/** A record of a zone. */
export interface ZoneRecord {
  /** In lower case, without a trailing dot. */
  name: string;
  type: string;
  /** An address in canonical form, a host name in lower case without a trailing dot, or the text of a TXT record; otherwise any text. */
  value: string;
  /** The record or its set in the server's own format. Only the zone that returned it reads this. */
  raw?: unknown;
}

/** The names of the records of a claim, and of their marks. */
export type ReservedNames = readonly [name: string, marks: string];

/** The change, computed from the records read; it covers both names of a claim. */
export interface ZoneChange {
  names: ReservedNames;
  /** The records on which the change is based. */
  seen: readonly ZoneRecord[];
  add: readonly ZoneRecord[];
  remove: readonly ZoneRecord[];
  /** Existing ownership records of added records; without them the change must fail. */
  required: readonly ZoneRecord[];
  /**
   * Whether the change removes an ownership record whose record was not read. If reads can be stale, the record may exist, and would lose
   * its owner.
   */
  isDoubtful: boolean;
}

/** A zone on a server, accessed by its protocol or API. It does not know owners. */
export interface Zone {
  /** How stale reads can be, in milliseconds; 0 if they are current. */
  readonly staleness: number;

  /**
   * All records at these names. The names may be read one after the other. Records that the caller does not need may be missing if `change`
   * takes them into account.
   *
   * @throws DnsError
   */
  readRecords(names: ReservedNames, signal: AbortSignal): Promise<ZoneRecord[]>;

  /**
   * Applies all changes or none with a single request, because of two requests the server could apply the first long after the second.
   *
   * @throws ChangedMeanwhileError if the records differ from those read
   * @throws DnsError if permanent, the change was rejected; otherwise it may have been applied, or may be later
   */
  change(change: ZoneChange, signal: AbortSignal): Promise<void>;
}
