import { i18n } from '@lingui/core';
import classes from './overview.module.css';

const WIDTH = 600;
const HEIGHT = 190;
const BOTTOM = HEIGHT - 10;

/** A small chart of one figure. The page of the usage has the whole of it, and its table. */
export function LineChart({ label, points }: { label: string; points: { label: string; value: number }[] }) {
  const highest = Math.max(1, ...points.map(({ value }) => value));
  const x = (index: number) => (index / Math.max(1, points.length - 1)) * WIDTH;
  const y = (value: number) => BOTTOM - (value / highest) * (BOTTOM - 10);
  const line = points.map(({ value }, index) => `${index === 0 ? 'M' : 'L'}${x(index)} ${y(value)}`).join(' ');
  const format = new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dateOf = (index: number) => format.format(new Date(points[index]?.label ?? 0));
  return (
    <figure className={classes['line']}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={i18n.t('{label}: at most {highest}', { label, highest })}
      >
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line
            key={part}
            x1={0}
            x2={WIDTH}
            y1={y(highest * part)}
            y2={y(highest * part)}
            stroke="var(--lk-line)"
            strokeDasharray="2 4"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        <line x1={0} x2={WIDTH} y1={BOTTOM} y2={BOTTOM} stroke="var(--lk-line)" vectorEffect="non-scaling-stroke" />
        <path d={`${line} L${WIDTH} ${BOTTOM} L0 ${BOTTOM} Z`} fill="var(--lk-c1)" opacity={0.1} />
        <path d={line} fill="none" stroke="var(--lk-c1)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span>{dateOf(0)}</span>
        <span>{dateOf(Math.floor(points.length / 2))}</span>
        <span>{dateOf(points.length - 1)}</span>
      </figcaption>
    </figure>
  );
}
