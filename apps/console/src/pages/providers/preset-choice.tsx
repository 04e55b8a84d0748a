import { i18n } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import { PRESETS } from './presets.js';
import classes from './providers.module.css';

const MARK_SIZE = 40;

/** The kinds of providers. Each fills the form with what is the same for all of its customers. */
export function PresetChoice({ domain }: { domain: string }) {
  return (
    <ul className={classes['presets']}>
      {PRESETS.map(({ id, label, hint, icon: Icon }) => (
        <li key={id}>
          <Link className={classes['preset']} to="/d/$domain/providers/$name" params={{ domain, name: 'new' }} search={{ preset: id }}>
            <span className={classes['mark']} style={{ width: MARK_SIZE, height: MARK_SIZE }}>
              <Icon size={22} stroke={1.6} aria-hidden />
            </span>
            <span>
              <strong>{label}</strong>
              <small>{i18n.t(hint)}</small>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
