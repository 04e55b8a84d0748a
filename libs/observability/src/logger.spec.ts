import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.js';

/** @returns the log line as text */
function logError(error: unknown): string {
  const lines: string[] = [];
  const logger = createLogger({ service: 'auth', level: 'info', format: 'json' }, { write: (line) => void lines.push(line) });
  logger.error({ error }, 'request');
  return lines.join('');
}

describe('a logged error', () => {
  it('has its type, message, code, stack and cause only', () => {
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

  it('that is not an Error is logged without its content', () => {
    expect(logError({ password: 'secret' })).not.toContain('secret');
  });
});
