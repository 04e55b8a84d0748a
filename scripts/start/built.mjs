import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './variable.mjs';

/**
 * Imports a compiled module, because Node.js cannot run the sources.
 *
 * @param {string} path below build/
 */
function built(path) {
  return import(pathToFileURL(join(ROOT, 'build', path)).href);
}

/** @returns {Promise<typeof import('@latchkey/config')>} */
export const builtConfig = () => built('libs/config/src/index.js');

/**
 * Imports one file, because the whole library takes twice as long to load.
 *
 * @returns {Promise<typeof import('../../libs/persistence/src/migrate.js')>}
 */
export const builtMigrate = () => built('libs/persistence/src/migrate.js');

/** @returns {Promise<typeof import('../../apps/management/src/cli/program.js')>} */
export const builtCli = () => built('apps/management/src/cli/program.js');

/** @returns {Promise<typeof import('../../apps/management/src/console/console-client.js')>} */
export const builtConsole = () => built('apps/management/src/console/console-client.js');
