import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DASHBOARDS } from '../../scripts/dashboards/dashboards.mjs';
import { promtool } from '../support/promtool.js';
import { makeTestFolder } from '../support/test-folder.mjs';
import { textOf } from './documents.js';
import { listKnownMetrics, listMetricsOf } from './metric-names.js';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  datasource?: { uid: string };
  targets?: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[];
}

interface Dashboard {
  uid: string;
  title: string;
  templating: { list: { name: string; type: string; query: unknown }[] };
  panels: Panel[];
}

const read = (name: string) => JSON.parse(textOf(`deploy/helm/latchkey/files/dashboards/${name}`)) as Dashboard;
const names = Object.keys(DASHBOARDS) as (keyof typeof DASHBOARDS)[];
const expressionsOf = ({ panels }: Dashboard) => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
/** Grafana replaces variables before Prometheus reads the expression. */
const fillIn = (expression: string) => expression.replaceAll(/\$__rate_interval|\$__range/g, '5m').replaceAll('$job', '.*');

function overlap({ gridPos: one }: Panel, { gridPos: other }: Panel): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
}

describe.each(names)('dashboard %s', (name) => {
  const dashboard = read(name);
  const { panels, templating } = dashboard;

  it('equals the output of scripts/dashboards/write.mjs', () => {
    expect(dashboard).toEqual(JSON.parse(JSON.stringify(DASHBOARDS[name])));
  });

  it('has panels with unique ids and positions', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter((panel) => panels.some((other) => other !== panel && overlap(panel, other)))).toEqual([]);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it('reads everything from the data source that its user selects', () => {
    expect(templating.list).toContainEqual(expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }));
    const graphs = panels.filter(({ type }) => type !== 'row');
    const sources = graphs.flatMap(({ datasource, targets = [] }) => [datasource, ...targets.map((target) => target.datasource)]);
    expect(new Set(sources.map((source) => source?.uid))).toEqual(new Set(['${datasource}']));
    expect(graphs.filter(({ targets = [] }) => targets.length === 0)).toEqual([]);
  });

  it('uses metrics that the processes expose', async () => {
    const known = await listKnownMetrics();
    const used = expressionsOf(dashboard).map((expression) => [expression, listMetricsOf(expression)] as const);
    expect(used.filter(([, metrics]) => metrics.length === 0 || metrics.some((metric) => !known.has(metric)))).toEqual([]);
  });
});

it('Prometheus can parse each expression of the dashboards', () => {
  const folder = makeTestFolder('dashboards');
  try {
    const expressions = names.flatMap((name) => expressionsOf(read(name)));
    const rules = expressions.map((expression, index) => ({ record: `expression_${index}`, expr: fillIn(expression) }));
    // JSON is YAML.
    writeFileSync(join(folder, 'rules.yaml'), JSON.stringify({ groups: [{ name: 'dashboards', rules }] }));
    expect(promtool('check', 'rules', join(folder, 'rules.yaml'))).toContain(`${expressions.length} rules found`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
