import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the checkout's sources, so that an interrupted run leaves no mutation behind. */
export class CheckoutCopy {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-mutations-')));

  /** @param {string} checkout */
  constructor(checkout) {
    for (const file of listSources(checkout)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      cpSync(join(checkout, file), join(this.root, file), { preserveTimestamps: true });
    }
    for (const folder of ['build', 'dist'].filter((name) => existsSync(join(checkout, name))))
      cpSync(join(checkout, folder), join(this.root, folder), { recursive: true, preserveTimestamps: true });
    symlinkSync(join(checkout, 'node_modules'), join(this.root, 'node_modules'), 'junction');
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
