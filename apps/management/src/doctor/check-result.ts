/** The result of one check of the installation. */
export interface CheckResult {
  name: string;
  /** `skipped`: the settings do not require the check, or an earlier check has failed. */
  status: 'ok' | 'failed' | 'skipped';
  /** What was found and, for a failed check, what to do. */
  detail: string;
}

/** The result of a check. A check that throws has failed. */
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

/** The maximum number of errors that one line names. */
const MAX_NAMED = 3;

/** The first errors in one line, and the number of the others. */
export function summarize(failures: readonly string[]): string {
  const others = failures.length - MAX_NAMED;
  return `${failures.slice(0, MAX_NAMED).join('; ')}${others > 0 ? `; and ${others} more` : ''}`;
}
