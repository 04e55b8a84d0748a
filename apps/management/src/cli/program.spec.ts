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
