/** JSON Schema keywords that apply to a schema as a whole. */
export type SchemaRules = Readonly<Partial<Record<'not' | 'allOf', unknown>>>;

const rulesBySchema = new Map<string, SchemaRules>();

/** Documents the dependencies between the properties of a request object. */
export function ApiSchemaRules(schemaRules: SchemaRules): ClassDecorator {
  return ({ name }) => void rulesBySchema.set(name, schemaRules);
}

/** @param name of a schema, which equals its class name */
export function getSchemaRules(name: string): SchemaRules {
  return rulesBySchema.get(name) ?? {};
}
