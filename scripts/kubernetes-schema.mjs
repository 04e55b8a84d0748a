/**
 * Writes test/deployment/kubernetes.schema.json: a JSON Schema of each kind in deploy/, strict like `kubectl --validate=strict`.
 *
 * node scripts/kubernetes-schema.mjs <version of Kubernetes> <swagger.json> <custom resource definition.yaml>...
 *
 * `api/openapi-spec/swagger.json` is in the repository of Kubernetes. The definitions of HTTPRoute, PodMonitor and PrometheusRule are in
 * those of the Gateway API and the Prometheus Operator.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadAll } from 'js-yaml';

const KINDS = [
  'apps/v1 Deployment',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'batch/v1 CronJob',
  'batch/v1 Job',
  'networking.k8s.io/v1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy',
  'policy/v1 PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1 Role',
  'rbac.authorization.k8s.io/v1 RoleBinding',
  'v1 ConfigMap',
  'v1 PersistentVolumeClaim',
  'v1 Service',
  'v1 ServiceAccount',
];

/** @typedef {Record<string, any>} Schema */

const [version = '', swaggerFile = '', ...crdFiles] = process.argv.slice(2);
const swagger = JSON.parse(readFileSync(swaggerFile, 'utf8'));
/** @type {Record<string, Schema>} */
const definitions = {};
/** @type {Record<string, Schema>} */
const kinds = {};

/**
 * Keeps validating keywords. An object with properties allows no others, which OpenAPI does not state.
 *
 * @param {Schema} schema
 *
 * @returns {Schema}
 */
function strict(schema) {
  if (schema['x-kubernetes-int-or-string'] || schema['format'] === 'int-or-string') return { type: ['string', 'integer'] };
  const { type, $ref, required, properties, items, additionalProperties, enum: values } = schema;
  const isClosed = properties && !additionalProperties && !schema['x-kubernetes-preserve-unknown-fields'];
  /** @param {Schema} nested */
  const mapped = (nested) => Object.fromEntries(Object.entries(nested).map(([name, value]) => [name, strict(value)]));
  return {
    ...(type && { type }),
    ...($ref && { $ref: reference($ref) }),
    ...(required && { required }),
    ...(values && { enum: values }),
    ...(properties && { properties: mapped(properties) }),
    ...(items && { items: strict(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: strict(additionalProperties) }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** @param {string} ref of the OpenAPI document, whose target is added */
function reference(ref) {
  const name = ref.replace('#/definitions/', '');
  if (!Object.hasOwn(definitions, name)) {
    // Set before its own properties, because definitions refer to themselves.
    definitions[name] = {};
    const definition = swagger.definitions[name];
    definitions[name] = name.endsWith('.Quantity') ? { type: ['string', 'number'] } : strict(definition);
  }
  return ref;
}

for (const [name, definition] of Object.entries(swagger.definitions)) {
  for (const { group, version: apiVersion, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
    const key = `${group ? `${group}/` : ''}${apiVersion} ${kind}`;
    if (KINDS.includes(key)) kinds[key] = { $ref: reference(`#/definitions/${name}`) };
  }
}
const metadata = { $ref: reference('#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta') };
for (const file of crdFiles) {
  for (const { spec } of /** @type {Schema[]} */ (loadAll(readFileSync(file, 'utf8')))) {
    for (const { name, schema } of spec.versions) {
      const own = strict(schema.openAPIV3Schema);
      kinds[`${spec.group}/${name} ${spec.names.kind}`] = { ...own, properties: { ...own['properties'], metadata } };
    }
  }
}

const output = new URL('../test/deployment/kubernetes.schema.json', import.meta.url);
writeFileSync(output, `${JSON.stringify({ $id: 'kubernetes', title: `Kubernetes ${version}`, kinds, definitions })}\n`);
