/** The attribute values that a query requires, by the names of the attributes. */
export type AttributeFilter = Readonly<Record<string, string>>;

/** PostgreSQL cannot store texts with these characters, and rejects comparing with them. */
const UNSTORABLE_CHARACTERS = /[\0\p{Cs}]/u;

export function isUnstorable(text: string): boolean {
  return UNSTORABLE_CHARACTERS.test(text);
}

/** A condition of `end_user`, and the values of its parameters. */
export interface Condition {
  sql: string;
  values: string[];
}

/**
 * Conditions that an attribute is a string, a number or a boolean with this text. Their parameters follow each other.
 *
 * @param first number of the first parameter
 */
export function buildAttributeConditions(attributes: AttributeFilter, first: number): Condition {
  const filters = Object.entries(attributes);
  const conditions = filters.map((_filter, n) => {
    const [name, value] = getPlaces(first, n);
    return `AND attributes ->> ${name} = ${value} AND jsonb_typeof(attributes -> ${name}) IN ('string', 'number', 'boolean')`;
  });
  return { sql: conditions.join(' '), values: filters.flat() };
}

/**
 * The same for the users of a block, by the index `end_user_attribute`.
 *
 * @param domain SQL of the domain id
 * @param block SQL of the block
 */
export function buildIndexedConditions(
  attributes: AttributeFilter,
  first: number,
  { domain, block }: { domain: string; block: string },
): Condition {
  const { sql, values } = buildAttributeConditions(attributes, first);
  // The term contains the domain, so no other one is searched.
  const terms = Object.keys(attributes).map((_name, n) => {
    const [name, value] = getPlaces(first, n);
    return `AND end_user_attribute_terms(domain_id, block, attributes) @> ARRAY[hashtextextended(${domain} || '/' || ${block} || E'\\n' || ${name} || E'\\n' || ${value}, 0)]`;
  });
  return { sql: `${terms.join(' ')} ${sql}`, values };
}

function getPlaces(first: number, n: number): [name: string, value: string] {
  return [`$${first + 2 * n}::text`, `$${first + 2 * n + 1}::text`];
}
