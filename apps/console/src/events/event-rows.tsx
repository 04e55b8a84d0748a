import { Link } from '@tanstack/react-router';
import { Time } from '../ui/time.js';
import { lookOf } from './event-types.js';
import type { LogEntry } from './log-entry.js';
import { Sentence } from './sentence.js';
import classes from './event-rows.module.css';

interface EventRowsProps {
  domain: string;
  entries: readonly LogEntry[];
  /** Names of users by `sub`. */
  users: ReadonlyMap<string, string>;
  /** The filter of the log in which an entry opens. */
  filter?: { user?: string; client?: string };
}

/** Entries of the log as sentences, each of which leads to its entry. */
export function EventRows({ domain, entries, users, filter = {} }: EventRowsProps) {
  return (
    <ul className={classes['rows']}>
      {entries.map((entry) => {
        const { icon: Icon, tone } = lookOf(entry.type);
        return (
          <li key={entry.sequence}>
            <Link data-tone={tone} to="/d/$domain/log" params={{ domain }} search={{ ...filter, entry: entry.sequence }}>
              <Icon size={17} stroke={1.6} aria-hidden />
              <span className={classes['sentence']}>
                <Sentence entry={entry} users={users} />
              </span>
              <Time at={entry.time} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
