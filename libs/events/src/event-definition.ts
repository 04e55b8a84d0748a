/** The values that a field of `data` can have: see `FieldValue`. */
export type FieldKind = 'text' | 'optional-text' | 'rare-text' | 'texts' | 'flag' | 'optional-flag' | 'count';

export interface FieldDefinition {
  kind: FieldKind;
  /** What the value says, for docs/events.md. */
  meaning: string;
}

export type Fields = Readonly<Record<string, FieldDefinition>>;

/** Who may read an entry: API keys of the domain's subscription, or also the user whom it is about. */
export type Visibility = 'operators' | 'operators-and-user';

export interface EventDefinition {
  /** What happened, for docs/events.md. */
  meaning: string;
  /** The fields of `data`. */
  data: Fields;
  visibility: Visibility;
  /** Whether webhooks receive it. */
  webhooks: boolean;
  /** Whether an entry describes what a person did or was. */
  personal: boolean;
  /** False if only webhooks receive it and the log has no entry. */
  logged?: false;
}

interface ValueByKind {
  text: string;
  'optional-text': string | null;
  'rare-text': string | undefined;
  texts: readonly string[];
  flag: boolean;
  'optional-flag': boolean | null;
  count: number;
}

export type FieldValue<Field extends FieldDefinition> = ValueByKind[Field['kind']];

function field<Kind extends FieldKind>(kind: Kind) {
  return (meaning: string) => ({ kind, meaning });
}

export const text = field('text');
export const optionalText = field('optional-text');
/** Most entries lack it. */
export const rareText = field('rare-text');
export const texts = field('texts');
export const flag = field('flag');
export const optionalFlag = field('optional-flag');
export const count = field('count');

/** An event about the configuration of a domain. */
export function configurationEvent<const Data extends Fields>(meaning: string, data: Data) {
  return { meaning, data, visibility: 'operators', webhooks: true, personal: false } as const satisfies EventDefinition;
}

/** An event about a user. */
export function userEvent<const Data extends Fields>(meaning: string, data: Data) {
  return { meaning, data, visibility: 'operators-and-user', webhooks: true, personal: true } as const satisfies EventDefinition;
}
