import { i18n } from '@lingui/core';
import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { components } from '@latchkey/api-client';
import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '../messages/language.js';
import { buildSignOutUrl } from '../session/sign-in.js';
import classes from './operator-menu.module.css';

type Caller = components['schemas']['CurrentCallerResponse'];

/** Who is signed in, with the choice of the language and the way out. */
export function OperatorMenu({ caller }: { caller: Caller }) {
  const signOut = async () => location.assign(await buildSignOutUrl());
  return (
    <Menu position="top-start" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <Avatar size={28} name={caller.name} color="gray" aria-hidden />
          <span className={classes['name']}>
            <strong>{caller.name}</strong>
            <small>
              {caller.permissions.includes('*')
                ? i18n.t('Owner')
                : i18n.t('{count, plural, one {# permission} other {# permissions}}', { count: caller.permissions.length })}
            </small>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{i18n.t('Language')}</Menu.Label>
        {Object.entries(LANGUAGES).map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            disabled={language === currentLanguage()}
            onClick={() => chooseLanguage(language as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {i18n.t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
