import { describe, expect, it } from '@jest/globals';
import { walkThrough } from '../../scripts/start/walk-through.mjs';
import { runCli } from '../support/cli.js';
import { getCodeBlocks, PAGES, getTableRows, getSection, readText } from '../support/pages.js';

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
const OF_NPM_ITSELF = new Set(['ci', 'install']);

/** The commands of a group, or the groups, as the operator CLI's help lists them. */
async function listed(...group: string[]): Promise<string[]> {
  const { stdout } = await runCli({}, ...group, '--help');
  const [, commands = ''] = stdout.split('Commands:\n');
  const lines = [...commands.matchAll(/^ {2}(\S+)(?: \[options\])?((?: (?:<\w+>|\[\w+\]))*)/gm)].map(
    ([, name = '', operands = '']) => name + operands,
  );
  return lines.filter((line) => !line.startsWith('help'));
}

/** The group and name of a command, without its operands. */
const firstWords = (command: string): string => command.split(' ').slice(0, 2).join(' ');

/** The commands of a group, or the command itself if it is not a group. */
async function listedIn(group: string): Promise<string[]> {
  const commands = await listed(group.split(' ')[0]!);
  return commands.length === 0 ? [group] : commands.map((command) => `${group} ${command}`);
}

describe('commands on the pages', () => {
  it.each([...PAGES, '.env.example', 'docker/.env.example'])('%s names only scripts of package.json', (page) => {
    const named = [...readText(page).matchAll(/\bnpm (?:run (?:--silent )?)?([a-z][a-z:-]*)\b/g)]
      .filter(([command]) => /npm run |npm (ci|start|test|install)\b/.test(command))
      .map(([, script = '']) => script);
    expect(named.filter((script) => !OF_NPM_ITSELF.has(script) && scripts[script] === undefined)).toEqual([]);
  });

  it('include every command of the operator CLI, and no other', async () => {
    const commands = await Promise.all((await listed()).map(listedIn));
    const rows = getTableRows(getSection('docs/operations/commands.md', '## Commands')).map(([command = '']) => command);
    const documented = rows.map((command) => command.replace('npm run cli -- ', '').replace(/ --.*$/, ''));
    expect(documented.toSorted()).toEqual(commands.flat().toSorted());

    const known = new Set(commands.flat().map(firstWords));
    const ofRunbooks = [...readText('docs/runbooks.md').matchAll(/npm run cli -- ([a-z-]+(?: [a-z-]+)?)/g)].map(
      ([, command = '']) => command,
    );
    expect(ofRunbooks.filter((command) => !known.has(command))).toEqual([]);
  });

  it('match the output of npm start in the README', () => {
    const [shown = ''] = getCodeBlocks('README.md', 'text');
    const key = /^KEY=(.*)$/m.exec(shown)?.[1];
    const secret = /^SECRET=(.*)$/m.exec(shown)?.[1];
    const addresses = {
      MANAGEMENT_URL: 'http://localhost:3000',
      AUTH_URL: 'http://{domain}:3001',
      SANDBOX_ZONE: 'sandbox.localhost',
      CONSOLE: 'on' as const,
      outbox: true,
    };
    const consoleLink = 'http://localhost:3001/connect/magiclink?token=7mYb0Lq2...';
    const prepared = { localhost: { secret }, demo: 'http://localhost:3002', consoleLink };
    expect(shown.trim()).toBe(walkThrough(addresses, { key, source: 'made', subscription: 'default' }, prepared).trim());
  });
});
