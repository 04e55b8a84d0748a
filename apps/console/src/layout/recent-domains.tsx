import { i18n } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import { Mark } from '../ui/mark.js';
import { readRecentDomains } from '../ui/recent-domains.js';
import classes from './sidebar.module.css';

/** Links to the domains that were opened last. */
export function RecentDomains() {
  const names = readRecentDomains();
  if (names.length === 0) return null;
  return (
    <div>
      <h2 className={classes['group']}>{i18n.t('Recent')}</h2>
      <ul className={classes['list']}>
        {names.map((domain) => (
          <li key={domain}>
            <Link to="/d/$domain" params={{ domain }} className={classes['link']}>
              <Mark name={domain} size={20} />
              <span>{domain}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
