import type { Secret } from './secret.js';
import classes from './detail.module.css';

interface SecretLineProps {
  secret: Secret;
  /** When the oldest of all was created, and the last one ends, in milliseconds. */
  oldest: number;
  latestEnd: number;
  isNew: boolean;
}

/** How long a secret works, as a bar: the past is the left half, what is to come the right one. The row says the same in words. */
export function SecretLine({ secret, oldest, latestEnd, isNew }: SecretLineProps) {
  const now = Date.now();
  const place = (at: number) =>
    at <= now ? 50 * (1 - (now - at) / Math.max(1, now - oldest)) : Math.min(100, 50 + (50 * (at - now)) / Math.max(1, latestEnd - now));
  const start = Math.max(0, Math.min(50, place(Date.parse(secret.createdAt))));
  const end = secret.expiresAt === null ? 100 : place(Date.parse(secret.expiresAt));
  return (
    <span className={classes['line']} aria-hidden>
      <i
        data-new={isNew || undefined}
        style={
          {
            left: `${start}%`,
            right: `${100 - end}%`,
            '--now': `${(100 * (50 - start)) / Math.max(1, end - start)}%`,
          } as React.CSSProperties
        }
      />
    </span>
  );
}
