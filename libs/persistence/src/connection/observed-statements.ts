import { tracingChannel } from 'node:diagnostics_channel';
import type pg from 'pg';

/** Publishes each statement for traces (node:diagnostics_channel), so that this library need not know the recorder. */
const statements = tracingChannel<unknown, { name: string }>('latchkey:statement');

/** Whether the statements of this process are recorded. */
export function areStatementsObserved(): boolean {
  return statements.hasSubscribers;
}

type Send = (...parameters: unknown[]) => unknown;

/** Publishes the name of every statement of a connection, without its values. */
export function observeStatements(client: pg.ClientBase): void {
  const send = client.query.bind(client) as Send;
  const query: Send = (...parameters) => {
    const message = { name: nameStatement(parameters[0]) };
    const isCallback = typeof parameters.at(-1) === 'function';
    if (isCallback) return statements.traceCallback(send as never, -1, message, undefined, ...(parameters as never[]));
    return statements.tracePromise(send as never, message, undefined, ...(parameters as never[]));
  };
  client.query = query as typeof client.query;
}

/** The name of a prepared statement; for any other its command and table, such as `SELECT domain`. */
export function nameStatement(statement: unknown): string {
  const { name, text = '' } = typeof statement === 'string' ? { text: statement } : (statement as { name?: string; text?: string });
  if (name !== undefined) return name;
  const [, command = 'SQL'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?public"?\.)?"?([a-z_]+)/i.exec(text) ?? [];
  return table === undefined ? command.toUpperCase() : `${command.toUpperCase()} ${table}`;
}
