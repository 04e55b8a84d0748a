/**
 * @typedef {object} Query
 * @property {string} expr in PromQL
 * @property {string} legend
 *
 * @typedef {object} Graph
 * @property {string} title
 * @property {string} unit of Grafana: `s`, `reqps`, `bytes`, `short`, `percentunit`
 * @property {Query[]} queries
 * @property {'timeseries' | 'stat'} [type] default: `timeseries`
 *
 * @typedef {object} Row
 * @property {string} title
 * @property {Graph[]} graphs
 */

/** Grafana divides the width of a dashboard into 24 columns. */
const COLUMNS = 24;
const [GRAPH_WIDTH, GRAPH_HEIGHT] = [8, 8];
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/**
 * Builds the JSON model of a Grafana dashboard: https://grafana.com/docs/grafana/latest/dashboards/build-dashboards/view-dashboard-json-model/
 *
 * @param {{ uid: string, title: string, rows: Row[] }} content
 */
export function buildDashboard({ uid, title, rows }) {
  return {
    uid,
    title,
    tags: ['latchkey'],
    schemaVersion: 39,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'browser',
    annotations: { list: [] },
    templating: { list: [datasourceVariable(), jobVariable()] },
    panels: placePanels(rows),
  };
}

/** The Prometheus to read, chosen at the top of the dashboard. */
function datasourceVariable() {
  return { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1, hide: 0 };
}

/** The scrape jobs of the processes. */
function jobVariable() {
  const query = { query: 'label_values(latchkey_http_requests_total, job)', refId: 'jobs' };
  const all = { includeAll: true, multi: true, allValue: '.*', current: { text: 'All', value: '$__all' } };
  return { name: 'job', label: 'Job', type: 'query', datasource: DATASOURCE, query, refresh: 2, sort: 1, hide: 0, ...all };
}

/**
 * Places graphs below the title of their row, three in a row.
 *
 * @param {Row[]} rows
 */
function placePanels(rows) {
  /** @type {object[]} */
  const panels = [];
  let y = 0;
  for (const { title, graphs } of rows) {
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: COLUMNS, h: 1 } });
    for (const [index, graph] of graphs.entries()) {
      const x = (index * GRAPH_WIDTH) % COLUMNS;
      const line = Math.floor((index * GRAPH_WIDTH) / COLUMNS);
      const gridPos = { x, y: y + 1 + line * GRAPH_HEIGHT, w: GRAPH_WIDTH, h: GRAPH_HEIGHT };
      panels.push({ id: panels.length + 1, gridPos, ...buildPanel(graph) });
    }
    y += 1 + Math.ceil((graphs.length * GRAPH_WIDTH) / COLUMNS) * GRAPH_HEIGHT;
  }
  return panels;
}

/** @param {Graph} graph */
function buildPanel({ title, unit, queries, type = 'timeseries' }) {
  return {
    type,
    title,
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: type === 'stat' ? { reduceOptions: { calcs: ['lastNotNull'] } } : { tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}
