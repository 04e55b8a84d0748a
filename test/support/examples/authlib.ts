import { pathOfExample, runExample } from './example.js';

/** Runs the service in Python. @returns what it printed */
export function runPythonService(environment: Readonly<Record<string, string>>): Promise<string> {
  return runExample('python3', [pathOfExample('python-service/service.py')], environment);
}
