import classes from './mark.module.css';

const HUES = 6;

/** The initial of a domain or a user, on a tint that stays the same for the same name. */
export function Mark({ name, size = 32 }: { name: string; size?: number }) {
  const hue = ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES) + 1;
  const style = { '--mark': `var(--lk-c${hue})`, width: size, height: size, fontSize: size * 0.45 };
  return (
    <span className={classes['mark']} style={style} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
