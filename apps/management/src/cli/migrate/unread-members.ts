import { isObject, type JsonObject } from '@latchkey/user';

/** Which members, by kind and name such as `clients.notBefore`, and why they stay behind; null: they say nothing that is lost. */
export type UnreadRule = readonly [pattern: RegExp, why: string | null];

/** A record, and which of its members nothing has read. */
export interface WatchedRecord {
  record: JsonObject;
  /** The names of unread members that have a value, such as `attributes.logoUri` for one of a nested object. */
  listUnread(): string[];
}

/** Notes which members of a record are read, so that a member that no code knows cannot get lost silently. */
export function watchRecord(plain: JsonObject): WatchedRecord {
  const read = new Map<string, WatchedRecord | null>();
  const record = new Proxy(plain, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof name === 'symbol') return value;
      if (!read.has(name)) read.set(name, isObject(value) ? watchRecord(value) : null);
      return read.get(name)?.record ?? value;
    },
  });
  const listUnread = (): string[] =>
    Object.entries(plain).flatMap(([name, value]) => {
      if (isEmpty(value)) return [];
      if (!read.has(name)) return [name];
      return (
        read
          .get(name)
          ?.listUnread()
          .map((each) => `${name}.${each}`) ?? []
      );
    });
  return { record, listUnread };
}

/** Whether a value is what a service writes where nothing is set. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return !value || value === 'false';
}
