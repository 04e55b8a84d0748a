/** A reference, or a number in an object. */
const FIELD_BYTES = 8;
const OBJECT_BYTES = 32;
const STRING_BYTES = 20;

/** The memory that plain data takes in V8's heap, with texts of one byte a character: an estimate. */
export function estimateBytes(data: unknown): number {
  if (typeof data === 'string') return STRING_BYTES + data.length;
  if (typeof data !== 'object' || data === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const value of Object.values(data)) bytes += FIELD_BYTES + estimateBytes(value);
  return bytes;
}
