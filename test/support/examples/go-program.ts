import { runExample } from './example.js';

/** The first run on a machine also compiles Go's library; without cgo and optimization that takes three quarters of the time. */
const FLAGS = ['-gcflags=all=-N -l', '-ldflags=-s -w'];
const ENVIRONMENT = { GOPROXY: 'off', GOFLAGS: '-buildvcs=false', CGO_ENABLED: '0' };

/** Compiles and runs the program in a folder. @returns its output */
export function runGoProgram(folder: string, environment: Readonly<Record<string, string>>): Promise<string> {
  return runExample('go', ['run', '-C', folder, ...FLAGS, '.'], { ...ENVIRONMENT, ...environment });
}

/** Compiles the program in a folder. @param output the path of the program */
export async function buildGoProgram(folder: string, output: string): Promise<void> {
  await runExample('go', ['build', '-C', folder, ...FLAGS, '-o', output, '.'], ENVIRONMENT);
}
