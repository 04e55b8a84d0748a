const STORED = 'recent-domains';
const MAX_RECENT = 5;

/** @returns the names of the domains that were opened last */
export function readRecentDomains(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts a domain first, or takes one out that is gone. */
export function rememberDomain(domain: string, exists = true): void {
  const others = readRecentDomains().filter((name) => name !== domain);
  localStorage.setItem(STORED, JSON.stringify(exists ? [domain, ...others].slice(0, MAX_RECENT) : others));
}
