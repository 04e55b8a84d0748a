/** Settings of a session: those that the restore needs are kept. */
const NEEDLESS_SETTING = /^SET (?!check_function_bodies)/;
/** Commands of psql, which newer dumps have. */
const PSQL = /^\\/;

/**
 * Leaves of a dump in SQL what any PostgreSQL since version 14 takes in one query: no comments, no commands of psql, no settings of a newer version.
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
