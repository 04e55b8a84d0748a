import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { runCli } from '../../../../../test/support/cli.js';
import { SHELLS } from './completion-script.js';

async function scriptOf(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runCli({}, 'completion', shell);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('completion scripts', () => {
  it.each<[string, string[], string]>([
    ['the commands', ['do'], 'domain doctor'],
    ['the commands of a group', ['signing-key', ''], 'list revoke --help'],
    ['the options of a command, after its arguments', ['domain', 'rotate-keys', 'a.example', '--'], '--algorithm --json --help'],
    ['the values of an option', ['domain', 'rotate-keys', '--algorithm', 'E'], 'ES256 EdDSA'],
    ['the values of an argument', ['completion', ''], 'bash zsh fish --json --help'],
  ])('complete %s in bash', async (_what, words, completed) => {
    const line = ['latchkey', ...words];
    const ask = `COMP_CWORD=$(($# - 1)) COMP_WORDS=("$@"); _latchkey; echo "\${COMPREPLY[*]}"`;

    expect(execFileSync('bash', ['-c', `${await scriptOf('bash')}\n${ask}`, 'bash', ...line], { encoding: 'utf8' })).toBe(`${completed}\n`);
  });

  it.each(SHELLS)('know every command and the values of options in %s', async (shell) => {
    const script = await scriptOf(shell);

    for (const path of ['subscription create', 'domain rotate-keys', 'signing-key revoke', 'doctor']) expect(script).toContain(`'${path}'`);
    expect(script).toContain('RS256 PS256 ES256 EdDSA');
    expect(JSON.parse((await runCli({}, 'completion', shell, '--json')).stdout)).toEqual({ shell, script });
  });

  it('list the supported shells', async () => {
    expect(await runCli({}, 'completion', 'tcsh')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/Allowed choices are bash, zsh, fish/),
    });
  });
});
