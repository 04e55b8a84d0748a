import { PassThrough } from 'node:stream';
import { json } from 'node:stream/consumers';
import { builtCli } from './built.mjs';
import { StartError } from './start-error.mjs';

/**
 * Creates an API key with a command of the operator CLI in this process, because a separate process takes half a second longer.
 *
 * @param {NodeJS.ProcessEnv} env
 *
 * @param {...string} command that creates an API key
 * @returns {Promise<string>} the key
 * @throws {StartError} if the command failed
 */
export async function makeKey(env, ...command) {
  const { runProgram } = await builtCli();
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runProgram([...command, '--json'], { stdout, stderr }, env);
  if (code !== 0) throw new StartError(`"${command.join(' ')}" failed: ${(await readJson(stderr)).detail}`);
  return (await readJson(stdout)).apiKey;
}

/**
 * @param {PassThrough} output that has ended
 * @returns {Promise<any>}
 */
function readJson(output) {
  return json(output.end());
}
