import type { ActiveUser, UsageIncrement } from '@latchkey/persistence';

const DAY_MS = 86_400_000;

type Counts = Map<string, Map<string, number>>;

/** The UTC day of a time, as a number counted from 1970-01-01. @param now milliseconds since the epoch */
export function dayOf(now: number): number {
  return Math.floor(now / DAY_MS);
}

/** The use of all domains on one day that is not stored yet. Counting is a look-up in two maps, because every token pays for it. */
export class UsageCounts {
  private readonly tokens: Counts = new Map();
  private readonly signIns: Counts = new Map();
  private readonly users = new Map<string, Set<string>>();

  /** @param day see dayOf */
  constructor(readonly day: number) {}

  /** `2026-11-25`. */
  get date(): string {
    return new Date(this.day * DAY_MS).toISOString().slice(0, 10);
  }

  addToken(domainId: string, clientId: string): void {
    increment(this.tokens, { domainId, subject: clientId, count: 1 });
  }

  addSignIn(domainId: string, method: string): void {
    increment(this.signIns, { domainId, subject: method, count: 1 });
  }

  addActiveUser(domainId: string, sub: string): void {
    const users = this.users.get(domainId);
    if (users) users.add(sub);
    else this.users.set(domainId, new Set([sub]));
  }

  /** Adds counts that could not be stored. */
  addIncrements(increments: readonly UsageIncrement[]): void {
    for (const { domainId, kind, subject, count } of increments)
      increment(kind === 'token' ? this.tokens : this.signIns, { domainId, subject, count });
  }

  listIncrements(): UsageIncrement[] {
    return [...toIncrements('token', this.tokens), ...toIncrements('sign_in', this.signIns)];
  }

  listActiveUsers(): ActiveUser[] {
    return [...this.users].flatMap(([domainId, users]) => [...users].map((sub) => ({ domainId, sub })));
  }
}

function increment(counts: Counts, { domainId, subject, count }: Omit<UsageIncrement, 'kind'>): void {
  const ofDomain = counts.get(domainId);
  if (ofDomain) ofDomain.set(subject, (ofDomain.get(subject) ?? 0) + count);
  else counts.set(domainId, new Map([[subject, count]]));
}

function toIncrements(kind: UsageIncrement['kind'], counts: Counts): UsageIncrement[] {
  return [...counts].flatMap(([domainId, ofDomain]) => [...ofDomain].map(([subject, count]) => ({ domainId, kind, subject, count })));
}
