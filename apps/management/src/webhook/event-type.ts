import { EVENT_FAMILIES, EVENT_TYPES, findNearestEventFilter } from '@latchkey/events';

const MAX_EVENT_TYPE_LENGTH = 64;

const EVENT_TYPE_PATTERN = /^(?:\*|[a-z_]+(?:\.[a-z_]+)*(?:\.\*)?)$/;

/** Filters for event types: `*` for all, and the families and types of the catalogue. */
export const EVENT_TYPE_FILTERS: readonly string[] = ['*', ...EVENT_FAMILIES, ...EVENT_TYPES];

/** @returns why a value cannot select event types, or null */
export function findEventTypeViolation(value: unknown): string | null {
  const isPattern = typeof value === 'string' && value.length <= MAX_EVENT_TYPE_LENGTH && EVENT_TYPE_PATTERN.test(value);
  if (!isPattern)
    return `must be an event type such as user.created, a family such as user.*, or *, with at most ${MAX_EVENT_TYPE_LENGTH} characters`;
  return EVENT_TYPE_FILTERS.includes(value) ? null : describeUnknown(value);
}

function describeUnknown(value: string): string {
  const nearest = findNearestEventFilter(value);
  return `must be a type or a family of docs/events.md${nearest ? `; did you mean ${nearest}?` : ''}`;
}

/** Whether one of a webhook's event types selects a type. */
export function selectsEventType(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.some((each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))));
}
