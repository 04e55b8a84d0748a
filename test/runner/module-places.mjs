import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {import('node:module').ResolveFnOutput} Place of a module, as a hook of Node.js returns it */
/** @typedef {{ parentURL?: string | undefined, conditions: readonly string[] }} Importer */

/** Where the packages are. npm changes it when it changes one of them. */
const PACKAGES = 'node_modules/.package-lock.json';
const FILE = 'node_modules/.cache/module-places.json';
/** The name of a package: no path, which may lead to a file that comes and goes, and no module of Node.js. */
const PACKAGE = /^(?!node:|file:|[./#])/;

/**
 * Where the modules of packages are. Node.js looks for each import again in every process, at several places: a third of the time in which a worker
 * loads what it tests. What one has found the others find here, also in later runs, until the packages change.
 */
export class ModulePlaces {
  /** @type {Map<string, Place>} */
  #places;
  #file;
  #version;
  #hasMore = false;

  /** @param {string} rootDir of the project */
  constructor(rootDir) {
    this.#file = join(rootDir, FILE);
    this.#version = `${process.version} ${statSync(join(rootDir, PACKAGES), { throwIfNoEntry: false })?.mtimeMs}`;
    this.#places = new Map(Object.entries(this.#read()));
  }

  /**
   * @param {string} specifier what is imported
   * @param {Importer} importer
   * @param {() => Place} search as Node.js does it
   * @returns {Place}
   */
  find(specifier, { parentURL, conditions }, search) {
    const isOurs = !parentURL?.includes('/node_modules/');
    if (!parentURL || (isOurs && !PACKAGE.test(specifier))) return search();
    const folder = isOurs ? '' : parentURL.slice(0, parentURL.lastIndexOf('/'));
    const key = `${conditions.includes('require') ? 'require' : 'import'} ${specifier} ${folder}`;
    const known = this.#places.get(key);
    if (known) return { ...known, shortCircuit: true };
    const { url, format } = search();
    const found = { url, format };
    this.#places.set(key, found);
    this.#hasMore = true;
    return { ...found, shortCircuit: true };
  }

  /** Keeps what was found since, for others. Of two that do so at the same time one wins: the other's places are found again. */
  save() {
    if (!this.#hasMore) return;
    this.#hasMore = false;
    const unfinished = `${this.#file}.${process.pid}`;
    try {
      writeFileSync(unfinished, JSON.stringify({ version: this.#version, places: Object.fromEntries(this.#places) }));
      renameSync(unfinished, this.#file);
    } catch {
      // The folder may be read-only, and Windows replaces no file that another process reads. Tests need no cache.
      rmSync(unfinished, { force: true });
    }
  }

  /** @returns {Record<string, Place>} */
  #read() {
    try {
      const { version, places } = JSON.parse(readFileSync(this.#file, 'utf8'));
      return version === this.#version ? places : {};
    } catch {
      return {};
    }
  }
}
