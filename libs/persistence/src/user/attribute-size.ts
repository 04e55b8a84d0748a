import type { Attributes } from './user.entity.js';

/** Maximum size of all attributes of a user, as JSON in UTF-8, because the auth server reads them with many requests. */
export const MAX_ATTRIBUTES_BYTES = 65_536;

/** The size of all attributes in bytes. */
export function measureAttributes(attributes: Attributes): number {
  return Object.entries(attributes).reduce((sum, [name, value]) => sum + measureAttribute(name, value), 1);
}

/** The size of one attribute in bytes, including its name. */
export function measureAttribute(name: string, value: unknown): number {
  return Buffer.byteLength(JSON.stringify(name)) + Buffer.byteLength(JSON.stringify(value)) + ':,'.length;
}

/** Whether attributes are too large. A user who exceeded this limit before it existed may stay so, but not grow. */
export function isTooLarge(bytes: number, bytesBefore: number): boolean {
  return bytes > Math.max(MAX_ATTRIBUTES_BYTES, bytesBefore);
}
