/** Keywords of JSON Schema that stand at a schema as a whole. */
export type SchemaRules = Readonly<Partial<Record<'not' | 'allOf', unknown>>>;

const rules = new Map<string, SchemaRules>();

/** Says of a request object what its properties ask of one another. */
export function ApiRules(rulesOfSchema: SchemaRules): ClassDecorator {
  return ({ name }) => void rules.set(name, rulesOfSchema);
}

/** @param name of a schema, which is that of its class */
export function rulesOf(name: string): SchemaRules {
  return rules.get(name) ?? {};
}
