import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { builtCli } from './built.mjs';
import { StartError } from './start-error.mjs';

/**
 * Makes an API key by a command of the operator CLI, in this process: a process of its own takes half a second longer.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {...string} command that makes an API key
 * @returns {Promise<string>} the key
 * @throws {StartError} the command failed
 */
export async function makeKey(env, ...command) {
  const { runProgram } = await builtCli();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runProgram([...command, '--json'], { stdout, stderr }, env);
  if (code !== 0) throw new StartError(`"${command.join(' ')}" failed: ${(await readJson(stderr)).detail}`);
  return (await readJson(stdout)).apiKey;
}

/**
 * @param {PassThrough} output that is complete
 * @returns {Promise<any>}
 */
function readJson(output) {
  return json(output.end());
}
