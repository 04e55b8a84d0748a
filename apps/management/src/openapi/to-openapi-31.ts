/** Rewrites what the generator says in the words of OpenAPI 3.0 into those of 3.1 (JSON Schema 2020-12), which has no keyword `nullable`. */
export function toOpenApi31<T>(node: T): T {
  if (Array.isArray(node)) return node.map(toOpenApi31) as T;
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, toOpenApi31(value)]);
  const { nullable, ...schema } = Object.fromEntries(entries) as { nullable?: boolean; type?: string };
  return (nullable === true ? { ...schema, type: [schema.type, 'null'] } : schema) as T;
}
