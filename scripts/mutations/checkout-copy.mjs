import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BUNDLE } from '../../test/support/bundle.mjs';

/** A copy of the checkout's sources, so that an interrupted run leaves no mutation behind. */
export class CheckoutCopy {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-mutations-')));

  /** @param {string} checkout */
  constructor(checkout) {
    for (const file of listSources(checkout)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(checkout, file), join(this.root, file), { preserveTimestamps: true });
    }
    if (existsSync(join(checkout, 'dist')))
      cpSync(join(checkout, 'dist'), join(this.root, 'dist'), { recursive: true, preserveTimestamps: true });
    this.linkPackages(checkout);
  }

  /**
   * @param {string} file
   * @param {(source: string) => string} change
   * @returns {() => void} restores the file
   */
  change(file, change) {
    const path = join(this.root, file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, change(source));
    return () => writeFileSync(path, source);
  }

  /**
   * Links everything under node_modules but the bundle, which the checkout would use with its mutation.
   *
   * @param {string} checkout
   */
  linkPackages(checkout) {
    const parents = [dirname(dirname(BUNDLE)), dirname(BUNDLE)];
    for (const parent of parents) {
      mkdirSync(join(this.root, parent), { recursive: true });
      const entries = existsSync(join(checkout, parent)) ? readdirSync(join(checkout, parent), { withFileTypes: true }) : [];
      for (const entry of entries) {
        const path = join(parent, entry.name);
        if (path === BUNDLE || parents.includes(path)) continue;
        if (entry.isFile()) cpSync(join(checkout, path), join(this.root, path), { preserveTimestamps: true });
        else symlinkSync(join(checkout, path), join(this.root, path), 'junction');
      }
    }
  }

  remove() {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/**
 * @param {string} checkout
 * @returns {string[]} the files that git tracks or would track
 */
function listSources(checkout) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).split('\0');
  return names.filter((name) => name !== '' && existsSync(join(checkout, name)));
}
