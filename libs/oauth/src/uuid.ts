/** RFC 9562 section 4: written in lower case, read in either case. */
export const UUID_PATTERN = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

/** Whether a value can be an id. With any other value PostgreSQL would reject the statement instead of finding nothing. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID_PATTERN.test(value);
}
