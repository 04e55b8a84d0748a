export const MAX_EVENT_TYPE_LENGTH = 64;

/** A name such as `user.created`, a family such as `user.*`, or `*` for all. */
export const EVENT_TYPE_PATTERN = /^(?:\*|[a-z_]+(?:\.[a-z_]+)*(?:\.\*)?)$/;

/** @returns what keeps a value from selecting event types, or null */
export function findEventTypeFault(value: unknown): string | null {
  const isPattern = typeof value === 'string' && value.length <= MAX_EVENT_TYPE_LENGTH && EVENT_TYPE_PATTERN.test(value);
  return isPattern
    ? null
    : `must be an event type such as user.created, a family such as user.*, or *, of ${MAX_EVENT_TYPE_LENGTH} characters at most`;
}

/** Whether one of a webhook's event types selects a type. */
export function selectsEventType(eventTypes: readonly string[], type: string): boolean {
  return eventTypes.some((each) => each === '*' || each === type || (each.endsWith('.*') && type.startsWith(each.slice(0, -1))));
}
