import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';

const schema = CORE_SCHEMA.withTags(mergeTag);

/** Reads a file by its path from the root of the repository. */
export function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Parses a YAML file; the caller declares the part of its shape that it reads. */
export function yamlOf<T>(path: string): T {
  return load(textOf(path), { schema }) as T;
}

/** The `NAME=value` lines of a dotenv file, including commented ones (`# NAME=`). */
export function variablesOf(path: string): Map<string, string> {
  return new Map([...textOf(path).matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

export interface Manifest<Spec = unknown> {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Spec;
  /** Present in a ConfigMap. */
  data?: Record<string, string>;
}

export interface Container {
  name: string;
  image: string;
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string; optional?: boolean } } }[];
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  [field: string]: unknown;
}

export interface PodSpec {
  containers: Container[];
  terminationGracePeriodSeconds?: number;
  [field: string]: unknown;
}

export interface Workload {
  replicas?: number;
  progressDeadlineSeconds?: number;
  activeDeadlineSeconds?: number;
  selector: { matchLabels: Record<string, string> };
  strategy: { rollingUpdate: { maxUnavailable: number } };
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
}

export const CHART = 'deploy/helm/latchkey';
export const EXAMPLES = 'deploy/helm/examples';

/** The objects in some YAML documents. */
export function parseManifests(text: string): Manifest[] {
  return loadAll(text, { schema }) as Manifest[];
}

/**
 * The chart as Helm renders it, from test/deployment/rendered/.
 *
 * @param name values.yaml contains the minimum for an installation, all.yaml every option
 */
export function manifests(name: 'values.yaml' | 'all.yaml' = 'values.yaml'): Manifest[] {
  return parseManifests(textOf(`test/deployment/rendered/${name}`));
}

/** The objects of one kind, with the minimum for an installation. */
export function manifestsOf<Spec>(kind: string, all = manifests()): Manifest<Spec>[] {
  return all.filter((manifest): manifest is Manifest<Spec> => manifest.kind === kind);
}

/** Creates a check of objects by the schemas of Kubernetes, which returns null for a valid one. A kind without a schema is an error. */
export function createManifestCheck(): (manifest: Manifest) => ErrorObject[] | string | null {
  const schemas = JSON.parse(textOf('test/deployment/kubernetes.schema.json')) as object;
  const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(schemas);
  return (manifest) => {
    const kind = `${manifest.apiVersion} ${manifest.kind}`;
    const validate = ajv.getSchema(`kubernetes#/kinds/${kind.replaceAll('/', '~1').replaceAll(' ', '%20')}`);
    if (!validate) return `no schema of ${kind}`;
    return validate(manifest) ? null : validate.errors!;
  };
}

/** The longest time in milliseconds that a process may take to stop, from the code's limits. */
export function getStopTimeoutMs(): number {
  const limits = [
    ...textOf('libs/server/src/service.ts').matchAll(/^const (?:CLOSE_HEADER|STOP_TIMEOUT_MS|CLOSING) = ([\d_]+);$/gm),
    ...textOf('libs/server/src/stop-on-signals.ts').matchAll(/^const LOG_FLUSH_TIMEOUT_MS = ([\d_]+);$/gm),
  ];
  if (limits.length !== 4) throw new Error('the limits have other names');
  return limits.reduce((sum, [, limit = '']) => sum + Number(limit.replaceAll('_', '')), 0);
}
