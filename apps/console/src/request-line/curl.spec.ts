import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { buildCurl, buildFetch, quoteForShell } from './curl.js';

/** What a shell makes of a command: the words that curl would get. */
function readWords(command: string): string[] {
  const script = `set -- ${command.slice('curl '.length)}\nprintf '%s\\0' "$@"`;
  const env = { LATCHKEY_API_KEY: 'the-key', SECRET: 'the-secret' };
  return execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('curl', () => {
  it.each(["it's", '$HOME `id` $(id)', 'a\nb', '\\', '"', '!x', '*'])('keeps %j as one word of the shell', (text) => {
    const words = readWords(buildCurl({ method: 'PUT', path: '/v1/x', body: { name: text } }, 'http://localhost'));

    expect(JSON.parse(words.at(-1)!)).toEqual({ name: text });
  });

  it('quotes an empty word', () => {
    expect(quoteForShell('')).toBe("''");
  });

  it('reads the key and the secrets from the environment, and sends the ETag', () => {
    const request = {
      method: 'PUT',
      path: '/v1/x?a=1&b=2',
      body: { clientSecret: 'hidden', apis: [{ secret: 'hidden' }] },
      ifMatch: '"1"',
    };

    const command = buildCurl(request, 'http://localhost');

    expect(command).not.toContain('hidden');
    expect(readWords(command)).toEqual([
      '-sS',
      '-X',
      'PUT',
      'http://localhost/v1/x?a=1&b=2',
      '-H',
      'x-api-key: the-key',
      '-H',
      'if-match: "1"',
      '-H',
      'content-type: application/json',
      '-d',
      '{"clientSecret":"the-secret","apis":[{"secret":"the-secret"}]}',
    ]);
  });
});

describe('fetch', () => {
  it('contains no secret of the request', () => {
    const code = buildFetch({ method: 'POST', path: '/v1/x', body: { secret: 'hidden', name: 'a' } }, 'http://localhost');

    expect(code).toContain('"secret": process.env.SECRET');
    expect(code).not.toContain('hidden');
  });
});
