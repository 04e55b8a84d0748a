import classes from './status.module.css';

export type Tone = 'success' | 'waiting' | 'danger' | 'neutral';

/** A word with a dot before it: a ring while something is awaited, filled otherwise. */
export function Status({ tone, children, detail }: { tone: Tone; children: string; detail?: string | null | undefined }) {
  return (
    <span className={classes['status']} data-tone={tone}>
      <span className={classes['dot']} aria-hidden />
      <span>
        {children}
        {detail && <small>{detail}</small>}
      </span>
    </span>
  );
}
