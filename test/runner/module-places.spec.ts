import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeTestFolder } from '../support/test-folder.mjs';
import { ModulePlaces } from './module-places.mjs';

const OURS = 'file:///project/libs/one/src/one.ts';
const THEIRS = 'file:///project/node_modules/pg/lib/index.js';
const IMPORT = ['node', 'import'];

let folder: string;
let search: jest.Mock<() => { url: string; format: string }>;

beforeEach(() => {
  folder = makeTestFolder('module-places');
  mkdirSync(join(folder, 'node_modules/.cache'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  search = jest.fn(() => ({ url: 'file:///found.js', format: 'module' }));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the places of modules', () => {
  it.each([
    ['a package that we import', 'pg', OURS],
    ['a module of a package that the package imports', './client.js', THEIRS],
  ])('are searched once, for later processes too: %s', (_what, specifier, parentURL) => {
    const places = new ModulePlaces(folder);
    const found = [1, 2].map(() => places.find(specifier, { parentURL, conditions: IMPORT }, search));
    places.save();

    found.push(new ModulePlaces(folder).find(specifier, { parentURL, conditions: IMPORT }, search));

    expect(found).toEqual(Array.from({ length: 3 }, () => ({ url: 'file:///found.js', format: 'module', shortCircuit: true })));
    expect(search).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an import and a require', { conditions: ['node', 'require'] }],
    ['the importing folder', { parentURL: 'file:///project/node_modules/pg/index.js' }],
    ['the name', { specifier: './pool.js' }],
  ])('differ by %s', (_what, difference) => {
    const places = new ModulePlaces(folder);
    const one = { specifier: './client.js', parentURL: THEIRS, conditions: IMPORT };

    for (const { specifier, ...importer } of [one, { ...one, ...difference }]) places.find(specifier, importer, search);

    expect(search).toHaveBeenCalledTimes(2);
  });

  it.each(['./two.js', 'file:///project/libs/one/src/two.ts', 'node:fs'])('are not kept of our own modules: %s', (specifier) => {
    const places = new ModulePlaces(folder);

    [1, 2].forEach(() => places.find(specifier, { parentURL: OURS, conditions: IMPORT }, search));

    expect(search).toHaveBeenCalledTimes(2);
  });

  it('of packages are the same for all of our modules', () => {
    const places = new ModulePlaces(folder);

    for (const parentURL of [OURS, 'file:///project/apps/auth/src/main.ts']) places.find('pg', { parentURL, conditions: IMPORT }, search);

    expect(search).toHaveBeenCalledTimes(1);
  });

  it('are not kept, and no test fails, if there is nothing to keep them in', () => {
    rmSync(join(folder, 'node_modules/.cache'), { recursive: true });
    const places = new ModulePlaces(folder);
    places.find('pg', { parentURL: OURS, conditions: IMPORT }, search);

    expect(() => places.save()).not.toThrow();
  });

  it('are searched again once npm has changed the packages', () => {
    const places = new ModulePlaces(folder);
    places.find('pg', { parentURL: OURS, conditions: IMPORT }, search);
    places.save();
    utimesSync(join(folder, 'node_modules/.package-lock.json'), 1, 1);

    new ModulePlaces(folder).find('pg', { parentURL: OURS, conditions: IMPORT }, search);

    expect(search).toHaveBeenCalledTimes(2);
  });
});
