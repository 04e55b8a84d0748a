import { isTooLarge, measureAttribute, measureAttributes, type Attributes } from '@latchkey/persistence';

const MAX_ATTRIBUTES = 150;

interface FittingOptions {
  /** The attribute that each verified flag refers to. */
  addressByFlag: ReadonlyMap<string, string>;
  /** Size of the user's attributes before the sign-in. */
  bytesBefore: number;
}

/**
 * Selects the attributes of a sign-in that fit into the limits of a user, in addition to those that stay. The others are ignored, so that
 * no claim can block a sign-in. A flag whose address or number does not fit is ignored with it.
 */
export function selectFittingAttributes(kept: Attributes, fresh: Attributes, { addressByFlag, bytesBefore }: FittingOptions): Attributes {
  const [all, fitting] = [new Map(Object.entries(kept)), new Map<string, unknown>()];
  let bytes = measureAttributes(kept);
  for (const [name, value] of sortFlagsLast(fresh, addressByFlag)) {
    const subject = addressByFlag.get(name);
    const isOrphaned = subject !== undefined && Object.hasOwn(fresh, subject) && !fitting.has(subject);
    const growth = measureAttribute(name, value) - (all.has(name) ? measureAttribute(name, all.get(name)) : 0);
    const isCounted = all.has(name) || all.size < MAX_ATTRIBUTES;
    if (
      isOrphaned ||
      !isCounted ||
      // control: claims of an identity provider fit into the limit of a user
      (growth > 0 && isTooLarge(bytes + growth, bytesBefore))
    )
      continue;
    bytes += growth;
    all.set(name, value);
    fitting.set(name, value);
  }
  return Object.fromEntries(fitting);
}

function sortFlagsLast(attributes: Attributes, flags: ReadonlyMap<string, string>): [string, unknown][] {
  return Object.entries(attributes).toSorted(([a], [b]) => Number(flags.has(a)) - Number(flags.has(b)));
}
