import { pathOfExample, runExample } from './example.js';

/** Debian's, which finds the library where Debian's package puts it. */
const PYTHON = '/usr/bin/python3';

/** Runs the service in Python. @returns what it printed */
export function runPythonService(environment: Readonly<Record<string, string>>): Promise<string> {
  return runExample(PYTHON, [pathOfExample('python-service/service.py')], environment);
}
