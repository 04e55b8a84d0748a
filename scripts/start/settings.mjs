import { builtConfig } from './built.mjs';
import { StartError } from './start-error.mjs';

/**
 * Checks the settings of both applications before starting anything.
 *
 * @param {NodeJS.ProcessEnv} env
 *
 * @param {readonly string[]} portErrors a line for each wrong setting of a port
 * @returns {Promise<import('@latchkey/config').ManagementSettings>}
 * @throws {StartError} with all errors, one per line
 */
export async function readSettings(env, portErrors) {
  const { readAuthSettings, readManagementSettings, SettingsError } = await builtConfig();
  /** @type {Set<string>} */
  const errors = new Set(portErrors);
  let settings;
  for (const read of [readAuthSettings, readManagementSettings]) {
    try {
      settings = read(env);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const line of error.errors) errors.add(line);
    }
  }
  if (errors.size > 0) throw new StartError([...errors].join('\n'));
  return /** @type {import('@latchkey/config').ManagementSettings} */ (settings);
}
