/**
 * Renders the Helm chart with its example values into test/deployment/rendered/, where tests read it without Helm. Run it after changing
 * the chart. Needs `helm`.
 */
import { writeFileSync } from 'node:fs';
import { RENDERINGS, renderChart } from './chart/render.mjs';

for (const [name, rendering] of Object.entries(RENDERINGS)) {
  const { manifests, error } = renderChart(rendering);
  if (error) throw new Error(error);
  writeFileSync(new URL(`../test/deployment/rendered/${name}`, import.meta.url), manifests);
}
