import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Script } from 'node:vm';

/**
 * Runs the bundle beside it. V8 finds the functions there that it has compiled in an earlier process: to compile them takes a fifth of a start.
 * The compile cache of Node.js has only what V8 compiles before a file runs.
 */
const { filename, dirname, url } = import.meta;
const bundle = `${filename}.bundle`;
// V8 compares the length of the source alone: a process of an earlier bundle must not leave its code to this one.
const cache = `${bundle}.${statSync(bundle).mtimeMs}.cache`;
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
// A bundle is ASCII, of which Latin-1 is the fastest to read.
const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData });
if (!cachedData || script.cachedDataRejected) process.once('exit', writeCache);
script.runInThisContext()(createRequire(url), {}, filename, dirname, url);

/**
 * Keeps what a process compiled that ended well: a failed start has not run all functions that the next one needs. Several processes may write at
 * the same time.
 *
 * @param {number} code
 */
function writeCache(code) {
  if (code !== 0) return;
  const unfinished = `${cache}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, cache);
  } catch {
    // Another process may do it. This one has ended well.
  }
}
