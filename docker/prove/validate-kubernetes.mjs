/**
 * Validates manifests against a Kubernetes OpenAPI document, as `kubectl --validate=strict` would: node validate-kubernetes.mjs <swagger.json> <manifests.yaml>...
 * Prints one line per document; ends with 1 if one of them is invalid. Run by kubernetes.sh, which installs its two packages.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { loadAll } from 'js-yaml';

const [swaggerFile = '', ...manifestFiles] = process.argv.slice(2);
const swagger = JSON.parse(readFileSync(swaggerFile, 'utf8'));

/** OpenAPI 2 says less than JSON Schema would: an object with properties takes no others, and two string types are numbers as well. */
const strict = Object.fromEntries(
  Object.entries(swagger.definitions).map(([name, definition]) => {
    if (definition.format === 'int-or-string' || name.endsWith('.Quantity')) return [name, { type: ['string', 'integer', 'number'] }];
    return [name, definition.properties ? { ...definition, additionalProperties: false } : definition];
  }),
);

const kinds = new Map(
  Object.entries(strict).flatMap(([name, definition]) =>
    (definition['x-kubernetes-group-version-kind'] ?? []).map(({ group, version, kind }) => [
      `${group ? `${group}/` : ''}${version} ${kind}`,
      name,
    ]),
  ),
);

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, allowUnionTypes: true });
ajv.addSchema({ $id: 'kubernetes', definitions: strict });

let invalid = 0;
for (const file of manifestFiles) {
  for (const document of loadAll(readFileSync(file, 'utf8'))) {
    const definition = kinds.get(`${document.apiVersion} ${document.kind}`);
    const validate = definition && ajv.getSchema(`kubernetes#/definitions/${definition}`);
    const faults = !validate
      ? ['no such kind in this version']
      : validate(document)
        ? []
        : validate.errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
    invalid += faults.length > 0 ? 1 : 0;
    console.log(
      [`${faults.length > 0 ? 'INVALID' : 'valid  '} ${document.apiVersion} ${document.kind} ${document.metadata?.name}`, ...faults].join(
        '\n  ',
      ),
    );
  }
}
console.log(`${swagger.info.title} ${swagger.info.version}: ${invalid} invalid`);
process.exitCode = invalid > 0 ? 1 : 0;
