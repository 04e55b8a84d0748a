import { i18n } from '@lingui/core';
import { IconLogout } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '../messages/language.js';
import { buildSignOutUrl } from '../session/sign-in.js';
import { Mark } from '../ui/mark.js';
import classes from './operator-menu.module.css';

type Caller = components['schemas']['CurrentCallerResponse'];

/** Who is signed in, with the choice of the language and the way out. The browser opens and closes it. */
export function OperatorMenu({ caller }: { caller: Caller }) {
  const signOut = async () => location.assign(await buildSignOutUrl());
  return (
    <>
      <button type="button" className={classes['target']} popoverTarget="operator-menu">
        <Mark name={caller.name} size={28} />
        <span className={classes['name']}>
          <strong>{caller.name}</strong>
          <small>
            {caller.permissions.includes('*')
              ? i18n.t('Owner')
              : i18n.t('{count, plural, one {# permission} other {# permissions}}', { count: caller.permissions.length })}
          </small>
        </span>
      </button>
      <div id="operator-menu" popover="auto" className={classes['menu']}>
        <fieldset>
          <legend>{i18n.t('Language')}</legend>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={language === currentLanguage()}
              onClick={() => chooseLanguage(language as Language)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <button type="button" onClick={() => void signOut()}>
          <IconLogout size={16} aria-hidden />
          {i18n.t('Sign out')}
        </button>
      </div>
    </>
  );
}
