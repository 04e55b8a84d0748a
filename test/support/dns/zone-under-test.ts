/** A record of a zone in comparable form: name, type and value, with names and hosts in lower case without a trailing dot. */
export type RecordLine = `${string} ${string} ${string}`;

/** A zone on a server, read and changed without the product. */
export interface ZoneUnderTest {
  /** Its apex, which is the product's sandbox zone. */
  readonly zone: string;
  /** The settings that let the product write to the zone. */
  readonly settings: Readonly<Record<string, string>>;
  /** All its records in order, except those that every zone has at its apex. */
  contents(): Promise<RecordLine[]>;
  /** Creates a record as another party would. */
  add(name: string, type: string, value: string): Promise<void>;
  stop(): Promise<void>;
}
