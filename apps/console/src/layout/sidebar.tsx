import { i18n } from '@lingui/core';
import { ActionIcon, Kbd, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useCaller, useCan } from '../api/caller.js';
import logo from '../icon.svg';
import { DomainSwitcher } from './domain-switcher.js';
import { openPalette } from './palette.js';
import { OperatorMenu } from './operator-menu.js';
import { RecentDomains } from './recent-domains.js';
import { DOMAIN_SECTIONS, GLOBAL_SECTIONS } from './sections.js';
import classes from './sidebar.module.css';

const GROUPS = [...new Set(DOMAIN_SECTIONS.map(({ group }) => group))];

/** The navigation: the links to all domains never go away, those of one domain follow its switcher. */
export function Sidebar() {
  const caller = useCaller();
  const can = useCan();
  const { domain } = useParams({ strict: false });
  return (
    <nav className={classes['sidebar']} aria-label={i18n.t('Console')}>
      <div className={classes['head']}>
        <img src={logo} alt="" width={28} height={28} />
        <div className={classes['wide']}>
          <strong>Latchkey</strong>
          <small>{caller?.subscription.name}</small>
        </div>
      </div>
      <button type="button" className={classes['search']} onClick={openPalette}>
        <IconSearch size={16} aria-hidden />
        <span className={classes['wide']}>{i18n.t('Search or jump to')}</span>
        <Kbd className={classes['wide']}>Ctrl K</Kbd>
      </button>
      <SectionList sections={GLOBAL_SECTIONS.filter(({ permission }) => can(permission))} domain={domain} />
      {domain === undefined ? <RecentDomains /> : <DomainSwitcher />}
      {domain !== undefined &&
        GROUPS.map((group) => {
          const sections = DOMAIN_SECTIONS.filter((section) => section.group === group && can(section.permission));
          if (sections.length === 0) return null;
          return (
            <div key={group}>
              {group ? <h2 className={classes['group']}>{i18n.t(group)}</h2> : null}
              <SectionList sections={sections} domain={domain} />
            </div>
          );
        })}
      <div className={classes['foot']}>
        {caller && <OperatorMenu caller={caller} />}
        <SchemeSwitch />
      </div>
    </nav>
  );
}

type Section = (typeof GLOBAL_SECTIONS)[number] | (typeof DOMAIN_SECTIONS)[number];

function SectionList({ sections, domain }: { sections: readonly Section[]; domain: string | undefined }) {
  return (
    <ul className={classes['list']}>
      {sections.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            params={{ domain: domain ?? '' }}
            className={classes['link']}
            activeOptions={{ exact: to === '/d/$domain' }}
            activeProps={{ 'aria-current': 'page' }}
            preload="intent"
            title={i18n.t(label)}
          >
            <Icon size={17} stroke={1.6} aria-hidden />
            <span>{i18n.t(label)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={isDark ? i18n.t('Use light colours') : i18n.t('Use dark colours')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={17} aria-hidden /> : <IconMoon size={17} aria-hidden />}
    </ActionIcon>
  );
}
