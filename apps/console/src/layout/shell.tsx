import { lazy, Suspense } from 'react';
import { useDisclosure } from '@mantine/hooks';
import { ActionIcon } from '@mantine/core';
import { i18n } from '@lingui/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Outlet } from '@tanstack/react-router';
import { RequestLine } from '../request-line/request-line.js';
import { DomainSwitcher } from './domain-switcher.js';
import { KeyboardHelp } from './keyboard-help.js';
import { openPalette, Palette } from './palette.js';
import { Sidebar } from './sidebar.js';
import { useKeyboard } from './use-keyboard.js';
import classes from './shell.module.css';

const MenuDrawer = lazy(() => import('./menu-drawer.js'));

/** The navigation, the page, and the request line at its foot. */
export function Shell() {
  const [isMenuOpen, menu] = useDisclosure(false);
  useKeyboard();
  return (
    <div className={classes['shell']}>
      <a className={classes['skip']} href="#page">
        {i18n.t('Skip to the page')}
      </a>
      <header className={classes['bar']}>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={i18n.t('Menu')} onClick={menu.open}>
          <IconMenu2 size={20} aria-hidden />
        </ActionIcon>
        <DomainSwitcher />
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={i18n.t('Search or jump to')} onClick={openPalette}>
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      </header>
      <div className={classes['sidebar']}>
        <Sidebar />
      </div>
      <Suspense>{isMenuOpen && <MenuDrawer onClose={menu.close} />}</Suspense>
      <div className={classes['panel']}>
        <main id="page" className={classes['page']} tabIndex={-1}>
          <Outlet />
        </main>
        <RequestLine />
      </div>
      <Palette />
      <KeyboardHelp />
    </div>
  );
}
