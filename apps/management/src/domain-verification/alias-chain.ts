import type { QueryBudget } from './query-budget.js';
import type { AliasEnd } from './dns-snapshot.js';

/** RFC 1034 section 3.6.2 recommends short chains; resolvers follow about this many. */
const MAX_ALIASES = 8;

/** Follows a chain of aliases through resolvers. */
export async function followAlias(inquiry: QueryBudget, first: string): Promise<AliasEnd> {
  const names = [first];
  while (names.length <= MAX_ALIASES) {
    const last = names.at(-1)!;
    const next = await aliasOf(inquiry, last);
    if (next === null) return { names, addresses: await addressesOf(inquiry, last), endless: false };
    if (names.includes(next)) break;
    names.push(next);
  }
  return { names, addresses: [], endless: true };
}

/** The addresses of a host, in their canonical form. */
export async function addressesOf(inquiry: QueryBudget, name: string): Promise<string[]> {
  const replies = await Promise.all((['A', 'AAAA'] as const).map((type) => inquiry.resolve({ name, type })));
  const records = replies.flatMap((reply) => reply?.answers ?? []);
  return [...new Set(records.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ value }) => value))].toSorted();
}

async function aliasOf(inquiry: QueryBudget, name: string): Promise<string | null> {
  const reply = await inquiry.resolve({ name, type: 'CNAME' });
  return reply?.answers.find((record) => record.type === 'CNAME' && record.name === name)?.value ?? null;
}
