import { i18n } from '@lingui/core';
import { CopyButton } from './copy-button.js';
import classes from './command-example.module.css';

/** A command to paste into a shell. */
export function CommandExample({ label, command }: { label: string; command: string }) {
  return (
    <figure className={classes['example']}>
      <figcaption>
        {label}
        <CopyButton value={command} label={i18n.t('Copy the command')} />
      </figcaption>
      <pre tabIndex={0}>{command}</pre>
    </figure>
  );
}
