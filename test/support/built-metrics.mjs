/**
 * The metrics of a process, from the build that test/runner/global-setup.mjs keeps up to date.
 *
 * @returns {Promise<import('@latchkey/observability').Metrics>}
 */
export async function createMetrics() {
  /** @type {typeof import('@latchkey/observability')} */
  const { Metrics } = await import(new URL('../../build/libs/observability/src/index.js', import.meta.url).href);
  const metrics = new Metrics();
  metrics.observePool(() => ({ total: 0, idle: 0, waiting: 0 }));
  metrics.observeCircuit(() => false);
  return metrics;
}
