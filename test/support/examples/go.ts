import { pathOfExample } from './example.js';
import { runGoProgram } from './go-program.js';

/** Runs the service in Go. @returns its output */
export function runGoService(environment: Readonly<Record<string, string>>): Promise<string> {
  return runGoProgram(pathOfExample('go-service'), environment);
}
