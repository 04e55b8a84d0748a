import { readdirSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from '@jest/globals';
import { CHART, EXAMPLES, manifestsOf, textOf, variablesOf, yamlOf, type Workload } from './documents.js';

interface Schema {
  properties: Record<string, { properties: Record<string, { properties: Record<string, unknown> }> }>;
  definitions: Record<string, { properties: Record<string, unknown> }>;
}

/** Variables of Node.js, not of the product. */
const FOREIGN = new Set(['NODE_OPTIONS']);
/** Settings that the chart fixes, and those that only `npm start` uses. */
const FIXED = ['AUTH_PORT', 'DATA_DIR', 'DEMO', 'DEMO_PORT', 'MANAGEMENT_PORT', 'METRICS_PORT', 'NODE_ENV'];

const documented = variablesOf('.env.example');
const product = ['management', 'auth', 'migrate'];

const { services } = yamlOf<{ services: Record<string, { environment?: Record<string, string> }> }>('docker/compose.yaml');
const pods = [...manifestsOf<Workload>('Deployment'), ...manifestsOf<Workload>('Job')].map(({ spec }) => spec.template.spec);
const schema = JSON.parse(textOf(`${CHART}/values.schema.json`)) as Schema;
const plain = Object.keys(schema.definitions['settings']!.properties);
const secret = Object.keys(schema.properties['secrets']!.properties['overrides']!.properties);
const validate = new Ajv({ strict: false }).compile(schema);
const examples = readdirSync(new URL(`../../${EXAMPLES}`, import.meta.url));

/** Merges the example's values into the chart's as Helm does: maps are merged, lists replaced. */
function mergeValues(base: unknown, over: unknown): unknown {
  const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(base) || !isMap(over)) return over === undefined ? base : over;
  const [one, other] = [base as Record<string, unknown>, over as Record<string, unknown>];
  return Object.fromEntries(Object.keys({ ...one, ...other }).map((key) => [key, mergeValues(one[key], other[key])]));
}

const withExample = (...over: unknown[]) =>
  [yamlOf(`${EXAMPLES}/values.yaml`), ...over].reduce(mergeValues, yamlOf(`${CHART}/values.yaml`));

describe('deployments contain only settings of the product', () => {
  it.each([
    [
      'the Dockerfile',
      [...textOf('docker/Dockerfile').matchAll(/^ENV ([A-Z_]+)=|process\.env\.([A-Z_]+)/gm)].map(([, set, read]) => set ?? read ?? ''),
    ],
    ['compose.yaml', product.flatMap((name) => Object.keys(services[name]?.environment ?? {}))],
    ['the settings of the chart', manifestsOf('ConfigMap').flatMap(({ data = {} }) => Object.keys(data))],
    ['the pods', pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name)))],
  ])('uses only settings of the product in %s', (_where, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !documented.has(name) && !FOREIGN.has(name))).toEqual([]);
  });
});

describe('values of the chart', () => {
  it('accept every setting, as plain text or as a secret', () => {
    expect([...plain, ...secret, ...FIXED].toSorted()).toEqual([...documented.keys()].toSorted());
  });

  it('contain every secret that the pods read', () => {
    const read = pods.flatMap(({ containers }) =>
      containers.flatMap(({ env = [] }) => env.flatMap(({ name, valueFrom }) => (valueFrom ? name : []))),
    );

    expect([...new Set(read)].toSorted()).toEqual(secret.toSorted());
  });

  it.each(examples.filter((name) => name !== 'external-secret.yaml'))('are valid with the example %s', (name) => {
    validate(withExample(yamlOf(`${EXAMPLES}/${name}`)));

    expect(validate.errors).toBeNull();
  });

  it.each([
    ['a misspelt setting', { settings: { SANDBOXZONE: 'id.example.org' } }],
    ['a secret among the plain settings', { settings: { MASTER_KEY: 'x' } }],
    ['a setting as an extra variable', { pods: { extraEnv: [{ name: 'DATABASE_URL', value: 'postgres://' }] } }],
    ['an unknown value', { replicas: 3 }],
    ['a single replica that scales', { auth: { autoscaling: { minReplicas: 1 } } }],
    ['too little time to stop', { pods: { terminationGracePeriodSeconds: 30 } }],
    ['a Gateway without a name', { gateway: { enabled: true } }],
    ['another issuer of Caddy', { caddy: { issuer: 'zerossl' } }],
    ['policies that admit no traffic', { networkPolicy: { from: [] } }],
  ])('reject %s', (_what, values) => {
    expect(validate(withExample(values))).toBe(false);
  });

  it('require the settings that production requires', () => {
    expect(validate(yamlOf(`${CHART}/values.yaml`))).toBe(false);
    expect(validate.errors?.map(({ params }) => params)).toContainEqual({ missingProperty: 'MANAGEMENT_URL' });
  });

  it('contain the secrets that the External Secrets example creates', () => {
    const { spec } = yamlOf<{ spec: { target: { name: string }; data: { secretKey: string }[] } }>(`${EXAMPLES}/external-secret.yaml`);

    expect(spec.target.name).toBe(yamlOf<{ secrets: { name: string } }>(`${CHART}/values.yaml`).secrets.name);
    expect(spec.data.filter(({ secretKey }) => !secret.includes(secretKey))).toEqual([]);
  });
});
