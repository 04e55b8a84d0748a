import classes from './users.module.css';

/** The first letters of the first and the last word, as `MO` for "Maya Okafor" and for maya.okafor@example.com. */
function toInitials(name: string): string {
  const words = name
    .replace(/@.*$/u, '')
    .split(/[\s._-]+/u)
    .filter(Boolean);
  return [...new Set([words.at(0), words.at(-1)])].map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** A user's initials in a circle, paler if the user may not sign in. Pictures are not loaded: they may be anywhere. */
export function UserAvatar({ name, active = true, size = 32 }: { name: string; active?: boolean; size?: number }) {
  const style = { width: size, height: size, fontSize: size * 0.36 };
  return (
    <span className={classes['avatar']} data-inactive={!active || undefined} style={style} aria-hidden>
      {toInitials(name)}
    </span>
  );
}
