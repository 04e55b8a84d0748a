/** A record of a zone in comparable form: name, type, value; names and hosts in lower case without a trailing dot. */
export type RecordLine = `${string} ${string} ${string}`;

/** A zone on a server, read and changed without the product. */
export interface ZoneUnderTest {
  /** Its apex, which is the sandbox zone of the product. */
  readonly zone: string;
  /** The settings with which the product writes the zone. */
  readonly settings: Readonly<Record<string, string>>;
  /** All its records in order, except those at the apex that every zone has. */
  contents(): Promise<RecordLine[]>;
  /** Creates a record as another party would. */
  add(name: string, type: string, value: string): Promise<void>;
  stop(): Promise<void>;
}
