import { EVENT_FAMILIES, EVENT_TYPES, selectEventTypes } from '@latchkey/events';

const ALL_TYPES = '*';

/** What can be an event type of a webhook: a name, a family such as `user.*`, or `*` for all. */
export const SELECTABLE_EVENT_TYPES: readonly string[] = [ALL_TYPES, ...EVENT_TYPES, ...EVENT_FAMILIES];

/** @returns what keeps a value from selecting event types, or null */
export function findEventTypeFault(value: unknown): string | null {
  const isKnown = value === ALL_TYPES || (typeof value === 'string' && selectEventTypes(value).length > 0);
  return isKnown ? null : 'must be an event type such as user.created, a family such as user.*, or *: docs/events.md lists all types';
}

/** Whether one of a webhook's event types selects a type. */
export function selectsEventType(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.some((each) => each === ALL_TYPES || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))));
}
