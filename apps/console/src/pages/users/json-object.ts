import { i18n } from '@lingui/core';

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns the object that the text is, or an empty one */
export function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** @returns why the text is no JSON object, or null. An empty one is fine. */
export function findJsonError(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? null : i18n.t('Must be a JSON object.');
  } catch (error) {
    return i18n.t('Is no JSON: {reason}', { reason: (error as Error).message });
  }
}

export const formatObject = (value: object): string => (Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2));

/** The merge patch (RFC 7396) that makes `next` of `stored`: what is gone is null. */
export function createMergePatch(stored: JsonObject, next: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const name of Object.keys(stored)) if (!Object.hasOwn(next, name)) patch[name] = null;
  for (const [name, value] of Object.entries(next)) {
    const before = stored[name];
    if (JSON.stringify(value) !== JSON.stringify(before))
      patch[name] = isObject(value) && isObject(before) ? createMergePatch(before, value) : value;
  }
  return patch;
}
