/** `npm run generate:api-client`: writes the types of libs/api-client from the code of the management API, without a database. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from '../build-if-stale.mjs';
import { createTypes, TYPES_FILE } from './types.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @param {string} path of a compiled module
 * @returns {Promise<any>} `build/` may not exist when this file is type-checked
 */
const built = (path) => import(pathToFileURL(join(ROOT, 'build', path)).href);

/** Nest reads the controllers but creates none, so no setting here has an effect on the document. */
async function createDocument() {
  await import('reflect-metadata');
  const { NestFactory } = await import('@nestjs/core');
  const { ManagementModule } = await built('apps/management/src/management.module.js');
  const { createHttpAdapter } = await built('apps/management/src/http-pipeline.js');
  const { createOpenApiDocument } = await built('apps/management/src/openapi/serve-openapi.js');
  const { readManagementSettings } = await built('libs/config/src/index.js');
  const { createLogger, Metrics } = await built('libs/observability/src/index.js');
  const settings = readManagementSettings({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    WORKER: 'off',
  });
  const logger = createLogger({ service: 'management', level: 'silent', format: 'json' });
  const module = ManagementModule.forRoot(settings, { logger, metrics: new Metrics(settings.METRICS_DOMAINS) });
  const app = await NestFactory.create(module, createHttpAdapter(), { preview: true, logger: false, abortOnError: false });
  return createOpenApiDocument(app);
}

await buildIfStale(ROOT);
writeFileSync(join(ROOT, TYPES_FILE), await createTypes(await createDocument()));
console.log(`${TYPES_FILE} is written`);
