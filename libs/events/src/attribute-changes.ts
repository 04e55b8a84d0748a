import { isDeepStrictEqual } from 'node:util';

type Attributes = Readonly<Record<string, unknown>>;

/** The changed attributes of a user by name. Without `before` an attribute is new, without `after` it was removed. */
export type AttributeChanges = Readonly<Record<string, { before?: unknown; after?: unknown }>>;

export function listAttributeChanges(before: Attributes, after: Attributes): AttributeChanges {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)));
  const changes = names.map((name) => {
    const change = { ...(old.has(name) && { before: old.get(name) }), ...(now.has(name) && { after: now.get(name) }) };
    return [name, change] as const;
  });
  return Object.fromEntries(changes);
}
