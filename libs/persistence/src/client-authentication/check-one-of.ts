/** A check constraint: the column has one of the values, or is null. */
export function checkOneOf(column: string, values: readonly string[]): string {
  return `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`;
}
