import type { LogType } from '../../events/log-entry.js';
import type { operations } from '@latchkey/api-client';

export type LogQuery = NonNullable<operations['listLog']['parameters']['query']>;
/** What the URL of the log names: its filters, the opened entry, and whether new entries are followed. */
export interface LogSearch {
  /** Types and families with commas between them. */
  type?: string;
  user?: string;
  client?: string;
  actor?: string;
  requestId?: string;
  from?: string;
  to?: string;
  live?: string;
  /** The sequence number of the opened entry. */
  entry?: number;
}

/** A change of the URL: what is undefined is left out of it. */
export type LogChange = { [Name in keyof LogSearch]?: LogSearch[Name] | undefined };

export const FILTER_NAMES = ['type', 'user', 'client', 'actor', 'requestId', 'from', 'to'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
const TEXTS = [...FILTER_NAMES, 'live'] as const;

/** Reads the URL's search. What it does not know is left out. */
export function parseLogSearch(search: Record<string, unknown>): LogSearch {
  const texts = TEXTS.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [];
  });
  const entry = Number(search['entry']);
  return { ...Object.fromEntries(texts.filter(([, value]) => value !== '')), ...(Number.isSafeInteger(entry) && entry > 0 && { entry }) };
}

/** @returns the filters as the API takes them */
export function toLogQuery({ type, ...search }: LogSearch): LogQuery {
  const others = FILTER_NAMES.flatMap((name) => (name !== 'type' && search[name] ? [[name, search[name]] as const] : []));
  return { ...Object.fromEntries(others), ...(type && { type: type.split(',') as LogType[] }) };
}
