import { readdirSync, readFileSync } from 'node:fs';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';

const schema = CORE_SCHEMA.withTags(mergeTag);

/** The text of a file, named from the root of the repository. */
export function textOf(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
}

/** Parses a YAML file; the caller declares the part of its shape that it reads. */
export function yamlOf<T>(path: string): T {
  return load(textOf(path), { schema }) as T;
}

/** `NAME=value` lines of a dotenv file, including those that are commented out by `# NAME=`. */
export function variablesOf(path: string): Map<string, string> {
  return new Map([...textOf(path).matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

export interface Manifest<Spec = unknown> {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string> };
  spec: Spec;
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
  selector: { matchLabels: Record<string, string> };
  strategy: { rollingUpdate: { maxUnavailable: number } };
  template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
}

export const KUBERNETES = 'docker/kubernetes/base';

/** The manifests of the kustomize base, all files together; not the kustomization itself. */
export function manifests(): Manifest[] {
  return readdirSync(new URL(`../../${KUBERNETES}/`, import.meta.url))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) => loadAll(textOf(`${KUBERNETES}/${file}`), { schema }) as Manifest[]);
}

/** Those of one kind. */
export function manifestsOf<Spec>(kind: string): Manifest<Spec>[] {
  return manifests().filter((manifest): manifest is Manifest<Spec> => manifest.kind === kind);
}
