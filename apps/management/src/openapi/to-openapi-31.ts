type SchemaNode = Record<string, unknown> & { nullable?: boolean; enum?: unknown[] };

/** Converts the generator's OpenAPI 3.0 keywords to 3.1 (JSON Schema 2020-12), which has no `nullable`. */
export function toOpenApi31<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toOpenApi31) as T;
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...schema }: SchemaNode = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, toOpenApi31(value)]));
  return (nullable === true ? makeNullable(schema) : schema) as T;
}

function makeNullable(schema: SchemaNode): SchemaNode {
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const nullableSchema = { ...schema, type: [schema['type'], 'null'] };
  return schema.enum ? { ...nullableSchema, enum: [...schema.enum, null] } : nullableSchema;
}
