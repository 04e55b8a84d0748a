import { describe, expect, it } from '@jest/globals';
import { textOf, yamlOf } from './documents.js';
import { listKnownMetrics, listMetricsOf } from './metric-names.js';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

const { groups } = yamlOf<{ groups: { name: string; rules: Rule[] }[] }>('deploy/helm/latchkey/files/latchkey.rules.yaml');
const rules = groups.flatMap((group) => group.rules);
const guide = textOf('docs/operations/metrics.md');
const runbooks = new Set([...textOf('docs/runbooks.md').matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading));
const known = await listKnownMetrics();

describe('alerting rules and metrics', () => {
  it.each(rules)('$alert uses metrics that the processes expose', ({ expr }) => {
    expect(listMetricsOf(expr).length).toBeGreaterThan(0);
    expect(listMetricsOf(expr).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(rules)('$alert is complete, and the operations guide lists it', ({ for: duration = '0m', ...rule }) => {
    expect(duration).toMatch(/^\d+[mh]$/);
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Latchkey[A-Z]/),
      expr: expect.any(String),
      labels: { severity: expect.stringMatching(/^(critical|warning|info)$/) },
      annotations: { summary: expect.any(String), runbook_url: expect.any(String) },
    });
    expect(guide).toContain(`| \`${rule.alert}\``);
  });

  it.each(rules)('$alert names its runbook', ({ alert, annotations }) => {
    expect(annotations.runbook_url).toBe(`docs/runbooks.md#${alert.toLowerCase()}`);
    expect(runbooks).toContain(alert);
  });
});
