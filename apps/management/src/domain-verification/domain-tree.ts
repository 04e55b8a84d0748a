/** Whether a name is another one or lies below it: RFC 8499 section 2. */
export function isWithin(name: string, ancestor: string): boolean {
  return ancestor === '' || name === ancestor || name.endsWith(`.${ancestor}`);
}

/** The parent name. @returns an empty string for the root */
export function parentOf(name: string): string {
  const dot = name.indexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1);
}

/** A name and all its ancestors, without the root. */
export function lineageOf(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
