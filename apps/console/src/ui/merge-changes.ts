/** A field that two operators changed differently. */
export interface FieldConflict {
  field: string;
  mine: unknown;
  theirs: unknown;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Merges two changes of the same resource field by field.
 *
 * @param base what both began with
 * @returns the values with mine where both changed a field, and those fields
 */
export function mergeChanges(base: Record<string, unknown>, mine: Record<string, unknown>, theirs: Record<string, unknown>) {
  const values: Record<string, unknown> = {};
  const conflicts: FieldConflict[] = [];
  for (const field of Object.keys({ ...theirs, ...mine })) {
    const isMine = !isEqual(mine[field], base[field]);
    const isTheirs = !isEqual(theirs[field], base[field]);
    values[field] = isMine ? mine[field] : theirs[field];
    if (isMine && isTheirs && !isEqual(mine[field], theirs[field])) conflicts.push({ field, mine: mine[field], theirs: theirs[field] });
  }
  return { values, conflicts };
}
