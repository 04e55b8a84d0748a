/** The result of one check of the installation. */
export interface CheckResult {
  name: string;
  /** `skipped`: the settings do not ask for what it checks, or an earlier check has failed. */
  status: 'ok' | 'failed' | 'skipped';
  /** What was found; of a failed check also what to do. */
  detail: string;
}

/** What a check finds. It may throw: that is a failed check as well. */
export type Finding = Omit<CheckResult, 'name'>;

export function ok(detail: string): Finding {
  return { status: 'ok', detail };
}

export function failed(detail: string): Finding {
  return { status: 'failed', detail };
}

export function skipped(detail: string): Finding {
  return { status: 'skipped', detail };
}

/** How many of several faults one line names. */
const MAX_NAMED = 3;

/** The faults in one line: the first ones, and how many more there are. */
export function summarize(faults: readonly string[]): string {
  const others = faults.length - MAX_NAMED;
  return `${faults.slice(0, MAX_NAMED).join('; ')}${others > 0 ? `; and ${others} more` : ''}`;
}
