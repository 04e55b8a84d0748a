import { describe, expect, it } from '@jest/globals';
import { promtool } from '../support/promtool.js';
import { yamlOf } from './documents.js';

const TESTS = 'test/deployment/alert-rules.test.yaml';

interface AlertTest {
  alertname: string;
  exp_alerts: unknown[];
}

const { tests } = yamlOf<{ tests: { alert_rule_test: AlertTest[] }[] }>(TESTS);
const { groups } = yamlOf<{ groups: { rules: { alert: string }[] }[] }>('deploy/helm/latchkey/files/latchkey.rules.yaml');

describe('alerting rules', () => {
  it('fire when they should, and only then', () => {
    expect(promtool('test', 'rules', TESTS)).toContain('SUCCESS');
  });

  it.each(groups.flatMap(({ rules }) => rules))('$alert has a test in which it fires, and one in which it does not', ({ alert }) => {
    const own = tests.flatMap((test) => test.alert_rule_test).filter(({ alertname }) => alertname === alert);

    expect(new Set(own.map(({ exp_alerts: alerts }) => alerts.length > 0))).toEqual(new Set([true, false]));
  });
});
