/** Session settings, except those that the restore needs. */
const NEEDLESS_SETTING = /^SET (?!check_function_bodies)/;
/** Commands of psql, which newer dumps have. */
const PSQL = /^\\/;

/**
 * Reduces an SQL dump to what any PostgreSQL since version 14 accepts in one query: no comments, no psql commands, no settings of newer
 * versions.
 *
 * @param {string} dump by pg_dump
 */
export function tidyDump(dump) {
  const lines = dump.split('\n').filter((line) => !line.startsWith('--') && !NEEDLESS_SETTING.test(line) && !PSQL.test(line));
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}
