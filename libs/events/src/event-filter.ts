import { EVENT_TYPES, type EventType } from './catalogue.js';

const FAMILY_SUFFIX = '.*';

/** The families of event types, such as `user.*` and `client.secret.*`. */
export const EVENT_FAMILIES: readonly string[] = [...new Set(EVENT_TYPES.flatMap(listFamilies))].toSorted();

/** The event types that a filter selects: the type itself, or those of a family such as `user.*`. Empty if there are none. */
export function selectEventTypes(filter: string): EventType[] {
  if (!filter.endsWith(FAMILY_SUFFIX)) return EVENT_TYPES.filter((type) => type === filter);
  const prefix = filter.slice(0, -1);
  return EVENT_TYPES.filter((type) => type.startsWith(prefix));
}

function listFamilies(type: EventType): string[] {
  const parts = type.split('.');
  return parts.slice(1).map((_, index) => `${parts.slice(0, index + 1).join('.')}${FAMILY_SUFFIX}`);
}
