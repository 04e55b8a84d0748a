import { describe, expect, it } from '@jest/globals';
import { getCodeBlocks, getTableRows, getSection, readText } from '../support/pages.js';

const LOGS = 'docs/operations/logs.md';
const metrics = readText('libs/observability/src/metrics.ts');
const [, fields = ''] = /const line = \{([^]*?)\};/.exec(readText('libs/observability/src/observe-requests.ts')) ?? [];
const logged = [...fields.matchAll(/^ *(\w+)[:,]/gm)].map(([, field = '']) => field);

describe('the documentation of logs and metrics', () => {
  it('lists exactly the metrics of the product, with their labels', () => {
    const counted = [...metrics.matchAll(/name: '(latchkey_\w+)'[^}]*?labelNames: \[([^\]]*)\]/g)].map(([, name = '', labels = '']) => [
      name,
      labels.replaceAll("'", '`'),
    ]);
    const rows = getTableRows(getSection('docs/operations/metrics.md', '## Metrics')).map(([name, labels]) => [name, labels]);
    expect(rows).toEqual(counted);
  });

  it('explains every field of a request in the log', () => {
    const rows = getTableRows(readText(LOGS)).map(([field = '']) => field);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((field) => !rows.includes(field))).toEqual([]);
  });

  it('shows a request with the fields that are logged', () => {
    const [example = '{}'] = getCodeBlocks(LOGS, 'json');
    const known = ['level', 'time', 'service', ...logged, 'error', 'msg'];
    expect(Object.keys(JSON.parse(example) as object).filter((field) => !known.includes(field))).toEqual([]);
  });
});
