/** The JSON Pointer (RFC 6901) to a property of the value at another pointer. */
export function joinPointer(parent: string, property: string): string {
  return `${parent}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
