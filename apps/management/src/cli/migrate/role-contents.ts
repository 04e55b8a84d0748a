/** Roles that contain roles, and groups that have some: a user with the one has the other. */
export class RoleContents {
  private readonly contents = new Map<string, string[]>();

  add(name: string, contained: readonly string[]): void {
    this.contents.set(name, [...(this.contents.get(name) ?? []), ...contained]);
  }

  /** @returns the names and all that they contain, each once */
  expand(names: readonly string[]): string[] {
    const found = new Set(names);
    // A set also visits what is added meanwhile, and nothing twice.
    for (const name of found) for (const contained of this.contents.get(name) ?? []) found.add(contained);
    return [...found];
  }
}
