/** A JSON object with arbitrary names: `__proto__` and `constructor` are ordinary ones. */
export type JsonObject = Record<string, unknown>;

/** Applies a JSON Merge Patch, RFC 7396 section 2. Changes neither argument; the result can share parts with both. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // Defines properties where an assignment would follow __proto__.
  return Object.fromEntries(merged);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
