import { i18n } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import { Mark } from '../ui/mark.js';
import classes from './sidebar.module.css';

const STORED = 'recent-domains';
const MAX_RECENT = 5;

/** @returns the names of the domains that were opened last */
export function readRecentDomains(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts a domain first, or takes one out that is gone. */
export function rememberDomain(domain: string, exists = true): void {
  const others = readRecentDomains().filter((name) => name !== domain);
  localStorage.setItem(STORED, JSON.stringify(exists ? [domain, ...others].slice(0, MAX_RECENT) : others));
}

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
