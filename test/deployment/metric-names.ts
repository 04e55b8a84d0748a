import { createMetrics } from '../support/built-metrics.mjs';

/** Metrics of Prometheus itself and of the blackbox exporter. */
const FOREIGN = ['up', 'probe_ssl_earliest_cert_expiry'];
const KEYWORDS = new Set(['group_left', 'group_right']);

/**
 * Every metric that rules and dashboards may use: the metrics of our processes, with the series of histograms, and a few of other programs.
 */
export async function listKnownMetrics(): Promise<Set<string>> {
  const { registry } = await createMetrics();
  const shown = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  return new Set([...FOREIGN, ...shown]);
}

/** The metrics that a PromQL expression selects. */
export function listMetricsOf(expression: string): string[] {
  const selectors = expression
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\b(?:by|without|on|ignoring) *\([^)]*\)/g, '')
    .replaceAll(/"[^"]*"|\$\w+/g, '');
  const names = selectors.match(/\b[a-z]\w*_\w+\b(?! *\()|\bup\b/g) ?? [];
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}
