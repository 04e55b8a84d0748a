import { describe, expect, it } from '@jest/globals';
import { textOf, yamlOf } from './documents.js';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  annotations: { summary: string };
}

const { groups } = yamlOf<{ groups: { name: string; rules: Rule[] }[] }>('deploy/helm/latchkey/files/latchkey.rules.yaml');
const rules = groups.flatMap((group) => group.rules);
const guide = textOf('docs/operations.md');

describe('the alerting rules', () => {
  it('use metrics that the operations guide describes', () => {
    const metrics = rules.flatMap(({ expr }) => expr.match(/latchkey_\w+/g) ?? []);

    expect(metrics.length).toBeGreaterThanOrEqual(rules.length);
    expect(metrics.filter((name) => !guide.includes(`| \`${name}\``))).toEqual([]);
  });

  it.each(rules)('are complete, and the operations guide says what to do: $alert', (rule) => {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^Latchkey[A-Z]/),
      expr: expect.any(String),
      for: expect.stringMatching(/^\d+m$/),
      annotations: { summary: expect.any(String) },
    });
    expect(guide).toContain(`| \`${rule.alert}\``);
  });
});
