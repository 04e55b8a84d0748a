import type { DomainJob } from '../job/domain-jobs.service.js';

const CONSEQUENCES = 'Tokens are issued meanwhile.';

/** The status detail of a sandbox domain's DNS records: what was tried, and when the next attempt is. @returns null if they exist */
export function provisioningDetail(records: 'present' | 'pending' | 'failed', job: DomainJob | undefined): string | null {
  if (records === 'present') return null;
  if (!job?.lastError) return `The DNS record is being created. ${CONSEQUENCES}`;
  return `${job.lastError} ${describeOutlook(job)} ${CONSEQUENCES}`;
}

function describeOutlook({ state, attempts, nextAttemptAt }: DomainJob): string {
  if (state === 'running') return `It is being tried for the ${ordinal(attempts)} time.`;
  const tried = attempts === 1 ? 'It has been tried once' : `It has been tried ${attempts} times`;
  return nextAttemptAt === null ? `${tried}, and is tried again shortly.` : `${tried}; the next attempt is at ${secondOf(nextAttemptAt)}.`;
}

const SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

function ordinal(n: number): string {
  return `${n}${SUFFIXES[ORDINALS.select(n)]}`;
}

function secondOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
