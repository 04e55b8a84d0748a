import { EVENTS, type EventType } from './catalogue.js';
import type { FieldDefinition, FieldValue } from './event-definition.js';

type FieldsOf<Type extends EventType> = (typeof EVENTS)[Type]['data'];

/** The fields that most events of their type lack. */
type RareNames<Type extends EventType> = {
  [Name in keyof FieldsOf<Type>]: FieldsOf<Type>[Name] extends { kind: 'rare-text' } ? Name : never;
}[keyof FieldsOf<Type>];

/** The `data` of an event: exactly the fields of its definition. */
export type EventData<Type extends EventType> = {
  readonly [Name in Exclude<keyof FieldsOf<Type>, RareNames<Type>>]: FieldsOf<Type>[Name] extends FieldDefinition
    ? FieldValue<FieldsOf<Type>[Name]>
    : never;
} & { readonly [Name in RareNames<Type>]?: string };

/** Event types without fields. */
export type PlainEventType = { [Type in EventType]: keyof FieldsOf<Type> extends never ? Type : never }[EventType];

interface Subject {
  /** The `sub` of the user that it is about. */
  user?: string | null;
  /** The id of the affected client. */
  client?: string | null;
}

/** One member for all types without fields: with one each, the union would have too many for TypeScript to assign a PlainEventType. */
type PlainEvent<Type extends EventType> =
  Extract<Type, PlainEventType> extends never ? never : Subject & { type: Extract<Type, PlainEventType>; data?: never };

type EventWithData<Type extends EventType> = Type extends PlainEventType ? never : Subject & { type: Type; data: EventData<Type> };

/** What happened, and to whom. It names what changed, but contains no attribute values and no secrets. */
export type AuditEvent<Type extends EventType = EventType> = PlainEvent<Type> | EventWithData<Type>;
