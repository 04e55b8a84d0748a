import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { RENDERINGS, renderChart } from '../support/helm.js';
import { CHART, manifests, manifestsOf, parseManifests, yamlOf, type Manifest } from './documents.js';

function render(values: object): Manifest[] {
  const { manifests: text, error } = renderChart({ examples: ['values.yaml'], values });
  expect(error).toBe('');
  return parseManifests(text);
}

describe('Helm', () => {
  it.each(['values.yaml', 'all.yaml'] as const)(
    'renders the chart to test/deployment/rendered/%s: node scripts/render-chart.mjs',
    (name) => {
      const { manifests: text, error } = renderChart(RENDERINGS[name]!);

      expect([error, parseManifests(text)]).toEqual(['', manifests(name)]);
    },
  );

  it('puts the alerting rules and each dashboard into the release', () => {
    const rendered = render({
      monitoring: { prometheusRule: { enabled: true, labels: { release: 'kps' } }, dashboards: { enabled: true } },
    });
    const dashboards = readdirSync(new URL(`../../${CHART}/files`, import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^dashboards\/.*\.json$/.test(name),
    );

    const [rule] = manifestsOf<object>('PrometheusRule', rendered);
    expect(rule).toMatchObject({ metadata: { labels: { release: 'kps' } }, spec: yamlOf(`${CHART}/files/latchkey.rules.yaml`) });
    const configMaps = manifestsOf('ConfigMap', rendered).filter(({ metadata }) => metadata.labels?.['grafana_dashboard'] === '1');
    expect(configMaps.flatMap(({ data = {} }) => Object.keys(data).map((name) => `dashboards/${name}`))).toEqual(dashboards.toSorted());
  });

  it('links alerts to the runbooks where the operator publishes them', () => {
    const runbookUrl = 'https://wiki.example.com/runbooks';
    const [rule] = manifestsOf<object>('PrometheusRule', render({ monitoring: { prometheusRule: { enabled: true, runbookUrl } } }));

    const expected = JSON.stringify(yamlOf(`${CHART}/files/latchkey.rules.yaml`)).replaceAll('docs/runbooks.md', runbookUrl);
    expect(rule).toMatchObject({ spec: JSON.parse(expected) });
  });

  it('passes settings to the product; those of one service override those of both', () => {
    const rendered = render({
      settings: { RATE_LIMIT: true, DNS_WILDCARD: true, RATE_LIMIT_PER_MINUTE: 10_000_000 },
      management: { settings: { RATE_LIMIT: false } },
    });
    const [management, auth] = manifestsOf('ConfigMap', rendered).map(({ data }) => data);

    expect(management).toMatchObject({ RATE_LIMIT: 'off', DNS_WILDCARD: 'on', RATE_LIMIT_PER_MINUTE: '10000000' });
    expect(auth).toMatchObject({ RATE_LIMIT: 'on' });
  });

  it.each([
    ['more replicas than PostgreSQL has connections for', { auth: { autoscaling: { maxReplicas: 5 } } }, 'need up to 109 connections'],
    ['a sleep that leaves no time to stop', { pods: { preStopSeconds: 30 } }, 'terminationGracePeriodSeconds must be at least 68'],
  ])('rejects %s', (_what, values, message) => {
    expect(renderChart({ examples: ['values.yaml'], values }).error).toContain(message);
  });
});
