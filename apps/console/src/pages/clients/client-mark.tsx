import { KINDS, type ClientKind } from './client-kind.js';
import classes from './clients.module.css';

/** The icon of what a client is. */
export function ClientMark({ kind, size = 32 }: { kind: ClientKind; size?: number }) {
  const Icon = KINDS[kind].icon;
  return (
    <span className={classes['mark']} style={{ width: size, height: size }} aria-hidden>
      <Icon size={Math.round(size * 0.55)} stroke={1.6} />
    </span>
  );
}
