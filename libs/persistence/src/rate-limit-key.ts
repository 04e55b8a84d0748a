/** What the keys of all counts within a domain begin with. */
export function getDomainKeyPrefix(domainId: string): string {
  return `domain:${domainId}:`;
}
