import { pathOfExample, runExample } from './example.js';

/** Runs the service in Go. @returns what it printed */
export function runGoService(environment: Readonly<Record<string, string>>): Promise<string> {
  return runExample('go', ['run', '-C', pathOfExample('go-service'), '.'], { GOPROXY: 'off', GOFLAGS: '-buildvcs=false', ...environment });
}
