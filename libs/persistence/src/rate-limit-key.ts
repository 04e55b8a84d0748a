/** The prefix of the keys of all counts within a domain. */
export function getDomainKeyPrefix(domainId: string): string {
  return `domain:${domainId}:`;
}
