/** JSON Schema keywords that apply to a schema as a whole. */
export type SchemaRules = Readonly<Partial<Record<'not' | 'allOf', unknown>>>;

const rulesBySchema = new Map<string, SchemaRules>();

/** Says of a request object what its properties ask of one another. */
export function ApiSchemaRules(schemaRules: SchemaRules): ClassDecorator {
  return ({ name }) => void rulesBySchema.set(name, schemaRules);
}

/** @param name of a schema, which is that of its class */
export function getSchemaRules(name: string): SchemaRules {
  return rulesBySchema.get(name) ?? {};
}
