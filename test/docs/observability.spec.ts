import { describe, expect, it } from '@jest/globals';
import { getCodeBlocks, getTableRows, getSection, readText } from '../support/pages.js';

const PAGE = 'docs/operations.md';
const metrics = readText('libs/observability/src/metrics.ts');
const [, fields = ''] = /const line = \{([^]*?)\};/.exec(readText('libs/observability/src/observe-requests.ts')) ?? [];
const logged = [...fields.matchAll(/^ *(\w+)[:,]/gm)].map(([, field = '']) => field);

describe('docs/operations.md', () => {
  it('lists every metric of the product with its labels, and no other', () => {
    const counted = [...metrics.matchAll(/name: '(latchkey_\w+)'[^}]*?labelNames: \[([^\]]*)\]/g)].map(([, name = '', labels = '']) => [
      name,
      labels.replaceAll("'", '`'),
    ]);
    const rows = getTableRows(getSection(PAGE, '## Metrics')).map(([name, labels]) => [name, labels]);
    expect(rows).toEqual(counted);
  });

  it('explains every field of a request in the log', () => {
    const rows = getTableRows(getSection(PAGE, '## Logs')).map(([field = '']) => field);
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((field) => !rows.includes(field))).toEqual([]);
  });

  it('shows a request with fields that are logged', () => {
    const [example = '{}'] = getCodeBlocks(PAGE, 'json');
    const known = ['level', 'time', 'service', ...logged, 'error', 'msg'];
    expect(Object.keys(JSON.parse(example) as object).filter((field) => !known.includes(field))).toEqual([]);
  });
});
