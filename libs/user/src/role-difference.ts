/** What a new list of roles changes, for the log. @param before sorted names @param after sorted names */
export function compareRoles(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  const [old, now] = [new Set(before), new Set(after)];
  return { added: after.filter((role) => !old.has(role)), removed: before.filter((role) => !now.has(role)) };
}
