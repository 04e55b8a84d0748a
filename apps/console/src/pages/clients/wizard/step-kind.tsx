import { i18n } from '@lingui/core';
import { IconCheck } from '@tabler/icons-react';
import { KIND_NAMES, KINDS, type ClientKind } from '../client-kind.js';
import classes from './wizard.module.css';

/** The first step: what one builds. */
export function StepKind({ value, onChange }: { value: ClientKind; onChange: (kind: ClientKind) => void }) {
  return (
    <>
      <p className={classes['lead']}>{i18n.t('Latchkey picks safe settings for it. You can change each of them later.')}</p>
      <div className={classes['kinds']} role="radiogroup" aria-label={i18n.t('What do you build?')}>
        {KIND_NAMES.map((kind) => {
          const { icon: Icon, label, description } = KINDS[kind];
          return (
            <label key={kind} className={classes['kind']}>
              <span className={classes['tile']}>
                <Icon size={22} stroke={1.6} aria-hidden />
              </span>
              <span>
                <strong>{i18n.t(label)}</strong>
                <small>{i18n.t(description)}</small>
              </span>
              <input type="radio" name="kind" aria-label={i18n.t(label)} checked={kind === value} onChange={() => onChange(kind)} />
              <span className={classes['radio']} aria-hidden>
                <IconCheck size={13} stroke={3} />
              </span>
            </label>
          );
        })}
      </div>
    </>
  );
}
