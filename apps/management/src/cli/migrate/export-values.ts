import { isObject, type JsonObject } from '@latchkey/user';

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The parts of a name that are known. */
export function fullName(...parts: unknown[]): string {
  return parts
    .map(textOf)
    .filter((part) => part !== undefined)
    .join(' ');
}
