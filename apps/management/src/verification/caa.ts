import type { ResourceRecord } from './dns-message.js';
import { lineageOf } from './domain-tree.js';
import type { Inquiry } from './inquiry.js';

type Property = NonNullable<ResourceRecord['caa']>;

const KNOWN_TAGS = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'contactemail', 'contactphone']);

/**
 * Whether the CAA records that hold for a name keep an issuer from issuing a certificate for it: RFC 8659 section 3.
 *
 * @param issuers as in Subject; of ones that are not known, only what forbids all is noticed
 */
export async function caaForbids(inquiry: Inquiry, name: string, issuers: readonly string[]): Promise<boolean> {
  for (const candidate of lineageOf(name)) {
    const reply = await inquiry.resolve({ name: candidate, type: 'CAA', unchecked: true });
    const properties = reply?.answers.flatMap(({ caa }) => (caa ? [caa] : [])) ?? [];
    if (properties.length > 0) return forbids(properties, issuers);
  }
  return false;
}

/** What a set of CAA records says: RFC 8659 section 4. */
export function forbids(properties: readonly Property[], issuers: readonly string[]): boolean {
  if (properties.some(({ critical, tag }) => critical && !KNOWN_TAGS.has(tag))) return true;
  const allowed = properties.filter(({ tag }) => tag === 'issue').map(({ value }) => value.split(';', 1)[0]!.trim().toLowerCase());
  if (allowed.length === 0) return false;
  return issuers.length === 0 ? allowed.every((issuer) => issuer === '') : !allowed.some((issuer) => issuers.includes(issuer));
}
