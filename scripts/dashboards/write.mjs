import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { DASHBOARDS } from './dashboards.mjs';

/** Writes the dashboards into the Helm chart: `node scripts/dashboards/write.mjs` */
const FOLDER = new URL('../../deploy/helm/latchkey/files/dashboards/', import.meta.url);

for (const [name, dashboard] of Object.entries(DASHBOARDS)) {
  const text = await format(JSON.stringify(dashboard), { parser: 'json', printWidth: 140 });
  writeFileSync(fileURLToPath(new URL(name, FOLDER)), text);
}
