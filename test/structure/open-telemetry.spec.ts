import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../support/pages.js';
import { COMPILE_CACHE } from '../support/service-process.js';

/**
 * Loads both services as far as possible without a database, starts tracing first without a receiver and then with one, and prints which
 * OpenTelemetry packages were loaded by then.
 */
const PROGRAM = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\\/(@opentelemetry\\/[^/]+)\\//.exec(url) ?? [];
    if (name) loaded.add(name);
    return next(url, context);
  },
});
await import('./build/apps/auth/src/auth.server.js');
await import('./build/apps/management/src/management.server.js');
const { startTracing } = await import('./build/libs/observability/src/index.js');
async function listLoaded(endpoint) {
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: 1 };
  const stop = await startTracing(settings, { service: 'auth', logger: { warn: () => undefined } });
  await stop();
  return [...loaded].sort();
}
process.stdout.write(JSON.stringify([await listLoaded(), await listLoaded('http://127.0.0.1:9')]));
`;

async function runProgram(): Promise<string[][]> {
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { cwd: ROOT, env });
  return JSON.parse(stdout) as string[][];
}

describe('OpenTelemetry', () => {
  it('is loaded only if traces have a receiver, except for the API, which prom-client loads itself', async () => {
    const [without, withReceiver] = await runProgram();

    // The API alone, which prom-client loads for its own metrics: no SDK and no exporter.
    expect(without).toEqual(['@opentelemetry/api']);
    expect(withReceiver).toEqual(expect.arrayContaining(['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/sdk-trace']));
  });
});
