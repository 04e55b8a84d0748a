/**
 * Validates a Compose file against the Compose specification's JSON schema: node validate-compose.mjs <compose-spec.json> <compose.yaml>
 * Ends with 1 if it is invalid. Run by compose.sh, which installs its packages.
 */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';

const [schemaFile = '', composeFile = ''] = process.argv.slice(2);
const { $schema, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addFormat('duration', /^(\d+(\.\d+)?(us|ms|s|m|h))+$/);
for (const format of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);

const validate = ajv.compile(schema);
const valid = validate(load(readFileSync(composeFile, 'utf8'), { schema: CORE_SCHEMA.withTags(mergeTag) }));
for (const { instancePath, message } of validate.errors ?? []) console.log(`${instancePath} ${message}`);
console.log(`${composeFile} is ${valid ? 'valid' : 'INVALID'} (${$schema})`);
process.exitCode = valid ? 0 : 1;
