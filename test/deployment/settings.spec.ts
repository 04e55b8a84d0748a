import { describe, expect, it } from '@jest/globals';
import { KUBERNETES, manifestsOf, textOf, variablesOf, yamlOf, type Workload } from './documents.js';

const documented = variablesOf('.env.example');
const product = ['management', 'auth', 'migrate'];

const { services } = yamlOf<{ services: Record<string, { environment?: Record<string, string> }> }>('docker/compose.yaml');
const overlay = yamlOf<{ configMapGenerator: { literals: string[] }[] }>('docker/kubernetes/overlays/example/kustomization.yaml');
const pods = [...manifestsOf<Workload>('Deployment'), ...manifestsOf<Workload>('Job')].map(({ spec }) => spec.template.spec);

describe('every setting in a deployment is one of the product', () => {
  it.each([
    [
      'the Dockerfile',
      [...textOf('docker/Dockerfile').matchAll(/^ENV ([A-Z_]+)=|process\.env\.([A-Z_]+)/gm)].map(([, set, read]) => set ?? read ?? ''),
    ],
    ['compose.yaml', product.flatMap((name) => Object.keys(services[name]?.environment ?? {}))],
    ['settings.env', [...variablesOf(`${KUBERNETES}/settings.env`).keys()]],
    ['the pods', pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env.map(({ name }) => name)))],
    [
      'the example overlay',
      overlay.configMapGenerator.flatMap(({ literals }) => literals.map((literal) => literal.split('=', 1)[0] ?? '')),
    ],
  ])('%s', (_where, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !documented.has(name))).toEqual([]);
  });
});
