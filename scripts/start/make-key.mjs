import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './variable.mjs';

const run = promisify(execFile);

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {...string} command of the operator CLI that makes an API key
 * @returns {Promise<string>} the key
 */
export async function makeKey(env, ...command) {
  const main = join(ROOT, 'dist', 'apps', 'management', 'src', 'cli', 'main.js');
  const { stdout } = await run(process.execPath, [main, ...command, '--json'], { cwd: ROOT, env });
  return JSON.parse(stdout).apiKey;
}
