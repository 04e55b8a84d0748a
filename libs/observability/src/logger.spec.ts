import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';
import { runInTrace } from './trace-context.js';

/** @returns the log line as text */
function logError(error: unknown): string {
  const lines: string[] = [];
  const logger = createLogger({ service: 'auth', level: 'info', format: 'json' }, { write: (line) => void lines.push(line) });
  logger.error({ error }, 'request');
  return lines.join('');
}

describe('logged errors', () => {
  it('contain only type, message, code, stack and cause', () => {
    const secrets = { query: 'SELECT secret', parameters: ['secret'], response: { body: 'secret' } };
    const cause = Object.assign(new TypeError('the cause'), secrets);
    const error = Object.assign(new Error('it failed', { cause }), { code: '23505', ...secrets });

    const line = logError(error);

    expect(JSON.parse(line)).toMatchObject({
      error: { type: 'Error', message: 'it failed', code: '23505', cause: { type: 'TypeError', message: 'the cause' } },
    });
    expect(Object.keys((JSON.parse(line) as { error: object }).error).toSorted()).toEqual(['cause', 'code', 'message', 'stack', 'type']);
    expect(line).not.toContain('secret');
  });

  it('are logged without their content if they are not an Error', () => {
    expect(logError({ password: 'secret' })).not.toContain('secret');
  });
});

describe('log lines within a trace', () => {
  it('contain the trace id, and other lines do not', () => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
    const logger = createLogger({ service: 'auth', level: 'info', format: 'json' }, { write });
    const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', isSampled: false };

    runInTrace(trace, () => logger.info({ queue: 'message' }, 'job'));
    logger.info('stopped');

    expect(lines.map(({ queue, traceId, msg }) => ({ queue, traceId, msg }))).toEqual([
      { queue: 'message', traceId: trace.traceId, msg: 'job' },
      { queue: undefined, traceId: undefined, msg: 'stopped' },
    ]);
  });
});
