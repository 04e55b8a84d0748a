import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './variable.mjs';

/**
 * Imports a compiled lib, because Node cannot run the sources.
 *
 * @param {'config' | 'persistence'} lib
 */
function built(lib) {
  return import(pathToFileURL(join(ROOT, 'dist', 'libs', lib, 'src', 'index.js')).href);
}

/** @returns {Promise<typeof import('@latchkey/config')>} */
export const builtConfig = () => built('config');

/** @returns {Promise<typeof import('@latchkey/persistence')>} */
export const builtPersistence = () => built('persistence');
