import { ExampleApi, pathOfExample } from './example.js';

/** Debian's Python, which finds the library from Debian's package. */
const PYTHON = '/usr/bin/python3';

/** Runs the API in Python. */
export function startPythonApi(issuer: string): Promise<ExampleApi> {
  return ExampleApi.run(PYTHON, [pathOfExample('python-api/api.py')], { ISSUER: issuer, PYTHONDONTWRITEBYTECODE: '1' });
}
