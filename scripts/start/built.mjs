import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './variable.mjs';

/**
 * Imports a compiled module, because Node cannot run the sources.
 *
 * @param {string} path below dist/
 */
function built(path) {
  return import(pathToFileURL(join(ROOT, 'dist', path)).href);
}

/** @returns {Promise<typeof import('@latchkey/config')>} */
export const builtConfig = () => built('libs/config/src/index.js');

/** @returns {Promise<typeof import('@latchkey/persistence')>} */
export const builtPersistence = () => built('libs/persistence/src/index.js');

/** @returns {Promise<typeof import('../../apps/management/src/cli/program.js')>} */
export const builtCli = () => built('apps/management/src/cli/program.js');
