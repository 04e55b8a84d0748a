import { Fragment, type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';
import classes from './facts.module.css';

export interface Fact {
  label: string;
  value: ReactNode;
  /** The text to copy. If absent, there is no copy button. */
  copy?: string | undefined;
}

/** Names and values of one thing. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ label, value, copy }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
            {copy !== undefined && <CopyButton value={copy} label={`${label}: copy`} />}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
