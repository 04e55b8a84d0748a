import { builtConfig } from './built.mjs';
import { StartError } from './start-error.mjs';

/**
 * Checks the settings of both applications before starting anything.
 *
 * @param {NodeJS.ProcessEnv} env
 *
 * @param {readonly string[]} portFaults a line for each wrong setting of a port
 * @returns {Promise<import('@latchkey/config').ManagementSettings>}
 * @throws {StartError} with all errors, one per line
 */
export async function readSettings(env, portFaults) {
  const { readAuthSettings, readManagementSettings, SettingsError } = await builtConfig();
  /** @type {Set<string>} */
  const faults = new Set(portFaults);
  let settings;
  for (const read of [readAuthSettings, readManagementSettings]) {
    try {
      settings = read(env);
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const fault of error.faults) faults.add(fault);
    }
  }
  if (faults.size > 0) throw new StartError([...faults].join('\n'));
  return /** @type {import('@latchkey/config').ManagementSettings} */ (settings);
}
