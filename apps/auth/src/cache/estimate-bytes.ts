/** Size of a reference, or of a number in an object. */
const FIELD_BYTES = 8;
const OBJECT_BYTES = 32;
const STRING_BYTES = 20;

/** Estimates the memory that plain data takes in V8's heap, assuming strings with one byte per character. */
export function estimateBytes(data: unknown): number {
  if (typeof data === 'string') return STRING_BYTES + data.length;
  if (typeof data !== 'object' || data === null) return 0;
  let bytes = OBJECT_BYTES;
  for (const value of Object.values(data)) bytes += FIELD_BYTES + estimateBytes(value);
  return bytes;
}
