/** A record of a zone in a form that can be compared: name, type, value; names and hosts in lower case without a trailing dot. */
export type RecordLine = `${string} ${string} ${string}`;

/** A zone on a server, read and changed by other means than the product's. */
export interface ZoneUnderTest {
  /** Its apex, which is the sandbox zone of the product. */
  readonly zone: string;
  /** The settings with which the product writes the zone. */
  readonly settings: Readonly<Record<string, string>>;
  /** All that is in it, but for what every zone has at its apex; in order. */
  contents(): Promise<RecordLine[]>;
  /** Creates a record as another party would. */
  add(name: string, type: string, value: string): Promise<void>;
  stop(): Promise<void>;
}
