import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { runCli } from '../../../../test/support/cli.js';

describe('--version', () => {
  it('prints the version of the package, without settings or a database', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

    expect(await runCli({}, '--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await runCli({}, '--version', '--json')).toEqual({ code: 0, stdout: `{"version":"${version}"}\n`, stderr: '' });
  });
});

describe('failing commands with --json', () => {
  it.each([
    ['a wrong argument', ['client', 'keygen', '--alg', 'HS256'], /^option '--alg <algorithm>' argument 'HS256' is invalid/],
    ['a missing argument', ['user', 'find'], /^missing required argument 'domain'$/],
    ['an unknown option', ['user', '--all'], /^unknown option '--all'$/],
    ['an error of the command', ['log', 'verify'], /^name a domain, or an export with --file$/],
    ['missing settings', ['user', 'find', 'a.example', 'ada'], /^DATABASE_URL: .*\n?MASTER_KEY: /m],
  ])('write one problem to standard error, and nothing else: %s', async (_what, args, detail) => {
    const { code, stdout, stderr } = await runCli({}, ...args, '--json');

    expect([code, stdout, stderr.split('\n')]).toEqual([1, '', [expect.stringMatching(/^\{/), '']]);
    expect(JSON.parse(stderr)).toEqual({ title: 'The command failed', detail: expect.stringMatching(detail) });
  });

  it('write the result without a problem if the failure is the result', async () => {
    const { code, stdout, stderr } = await runCli({}, 'doctor', '--json');

    expect([code, JSON.parse(stdout), stderr]).toEqual([1, expect.objectContaining({ healthy: false }), '']);
  });
});
