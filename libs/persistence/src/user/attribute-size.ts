import type { Attributes } from './user.entity.js';

/** Bytes of all attributes of a user, as JSON in UTF-8: the auth server reads them with many requests. */
export const MAX_ATTRIBUTES_BYTES = 65_536;

/** The bytes of all attributes. */
export function measureAttributes(attributes: Attributes): number {
  return Object.entries(attributes).reduce((sum, [name, value]) => sum + measureAttribute(name, value), 1);
}

/** The bytes of one attribute, with its name. */
export function measureAttribute(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + ':,'.length;
}

/** Whether attributes are too large. A user who was before this limit existed may stay so, but not grow. */
export function isTooLarge(bytes: number, bytesBefore: number): boolean {
  return bytes > Math.max(MAX_ATTRIBUTES_BYTES, bytesBefore);
}
