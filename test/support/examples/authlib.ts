import { pathOfExample, runExample } from './example.js';

/** Debian's Python, which finds the library from Debian's package. */
const PYTHON = '/usr/bin/python3';

/** Runs the service in Python. @returns its output */
export function runPythonService(environment: Readonly<Record<string, string>>): Promise<string> {
  return runExample(PYTHON, [pathOfExample('python-service/service.py')], environment);
}
