import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { builtConfig } from './built.mjs';
import { getInlineCode, PAGES, ROOT, getTableRows, readText } from '../support/pages.js';

const { readAuthSettings, readManagementSettings, readMigrationSettings, readMisspeltSettings } = await builtConfig();

/** Example values of the required variables; every other one has a default. */
const REQUIRED = { DATABASE_URL: 'postgres://127.0.0.1/latchkey', MASTER_KEY: Buffer.alloc(32).toString('base64') };
/** Defaults that depend on the environment are not in .env.example. */
const SURROUNDINGS = { LOG_FORMAT: 'json' };

/** The variables that the processes read, without their NAME_FILE forms. */
function askedNames(): Set<string> {
  const asked = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    { ...REQUIRED },
    {
      get: (values, name: string) => {
        asked.add(name.replace(/_FILE$/, ''));
        return values[name];
      },
    },
  );
  for (const read of [readAuthSettings, readManagementSettings, readMigrationSettings]) read(environment);
  return asked;
}

/** The variables that `npm start` and `npm run cli` read before the settings. */
function namesOfScripts(): Set<string> {
  const files = ['scripts/cli.mjs', ...readdirSync(`${ROOT}scripts/start`).map((name) => `scripts/start/${name}`)];
  const uses = files.flatMap((file) => [...readText(file).matchAll(/(?:process\.env\[|variable\(|portSetting\()'([A-Z_]+)'/g)]);
  return new Set(uses.map(([, name = '']) => name.replace(/_FILE$/, '')));
}

const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();
const settings = askedNames();
const documented = new Map(
  [...readText('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const table = getTableRows(readText('docs/operations/settings.md'));

describe('the settings in the code', () => {
  it('are exactly those in .env.example and docs/operations/settings.md', () => {
    const all = sorted([...settings, ...namesOfScripts()]);
    expect(sorted(documented.keys())).toEqual(all);
    expect(sorted(table.map(([name = '']) => name))).toEqual(all);
  });

  it('include every setting, so that misspelt ones are found', () => {
    const names = [...documented.keys()];

    expect(readMisspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
    expect(readMisspeltSettings(Object.fromEntries(names.filter((name) => name.length > 7).map((name) => [`${name}_`, 'x'])))).toEqual(
      names
        .filter((name) => name.length > 7)
        .toSorted()
        .map((name) => ({ variable: `${name}_`, setting: name })),
    );
  });

  it('have the defaults that .env.example shows', () => {
    const shown = Object.fromEntries([...documented].filter(([name]) => settings.has(name)));
    for (const read of [readAuthSettings, readManagementSettings]) {
      expect(read({ ...shown, ...REQUIRED, ...SURROUNDINGS })).toEqual(read({ ...REQUIRED, ...SURROUNDINGS }));
    }
  });

  it('have the same defaults in docs/operations/settings.md', () => {
    const said = table.map(([name = '', , standard = '']) => [name, standard]);
    const inWords = new Map([...documented].map(([name, value]) => [name, value === '' ? 'not set' : `\`${value}\``]));
    for (const name of Object.keys(REQUIRED)) inWords.set(name, 'required');
    const plain = said.filter(([, standard = '']) => /^(required|not set|`[\w.-]+`)$/.test(standard));
    expect(plain).toEqual(plain.map(([name = '']) => [name, inWords.get(name)]));
    const depends = said.filter((row) => !plain.includes(row)).map(([name]) => name);
    expect(depends).toEqual(['DATABASE_TIMEOUT', 'AUTH_URL', 'LISTEN_ADDRESS', 'LOG_FORMAT', 'MANAGEMENT_URL']);
  });

  it.each(['.env.example', 'docker/.env.example'])('are the only ones that %s mentions', (file) => {
    const own = [...readText(file).matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);
    const comments =
      readText(file)
        .match(/^# .* .*$/gm)
        ?.join('\n') ?? '';
    const mentioned = [...comments.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name);

    expect(mentioned.filter((name) => name !== 'NAME_FILE' && !documented.has(name) && !own.includes(name))).toEqual([]);
  });

  it('are the only ones that a page sets', () => {
    const operations = PAGES.filter((page) => page.startsWith('docs/operations/'));
    const pages = ['README.md', ...operations, 'docs/architecture.md', 'docs/problems.md'];
    const set = pages.flatMap((page) => getInlineCode(page).flatMap((code) => /^([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=|$)/.exec(code)?.[1] ?? []));
    expect(set.map((name) => name.replace(/_FILE$/, '')).filter((name) => name !== 'NAME' && !documented.has(name))).toEqual([]);
  });
});
