import type { ResourceRecord } from './dns-message.js';
import { lineageOf } from './domain-tree.js';
import type { QueryBudget } from './query-budget.js';
import type { CaaObstacle } from './dns-snapshot.js';

type Property = NonNullable<ResourceRecord['caa']>;

const KNOWN_TAGS = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone']);

/**
 * How a name's CAA records prevent an issuer from issuing a certificate: RFC 8659 section 3.
 *
 * @param issuers as in Subject; for unknown issuers only a ban on all is found
 *
 * @returns null if they do not
 */
export async function findCaaObstacle(inquiry: QueryBudget, name: string, issuers: readonly string[]): Promise<CaaObstacle | null> {
  for (const candidate of lineageOf(name)) {
    const reply = await inquiry.resolve({ name: candidate, type: 'CAA', unchecked: true });
    const properties = reply?.answers.flatMap(({ caa }) => (caa ? [caa] : [])) ?? [];
    if (properties.length > 0) return obstacleIn(properties, issuers);
  }
  return null;
}

/** The meaning of a set of CAA records: RFC 8659 section 4. */
function obstacleIn(properties: readonly Property[], issuers: readonly string[]): CaaObstacle | null {
  const unknown = properties.filter(({ critical, tag }) => critical && !KNOWN_TAGS.has(tag)).map(({ tag }) => tag);
  if (unknown.length > 0) return { unknownTags: [...new Set(unknown)].toSorted() };
  const allowed = properties.filter(({ tag }) => tag === 'issue').map(({ value }) => value.split(';', 1)[0]!.trim().toLowerCase());
  if (allowed.length === 0) return null;
  const isForbidden = issuers.length === 0 ? allowed.every((issuer) => issuer === '') : !allowed.some((issuer) => issuers.includes(issuer));
  return isForbidden ? { unknownTags: [] } : null;
}
