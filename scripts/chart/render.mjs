import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHARTS = fileURLToPath(new URL('../../deploy/helm', import.meta.url));
/** The version that templates see, because Helm queries no cluster. */
const KUBERNETES_VERSION = '1.36.0';

/** Rules and dashboards are independent files that other tests read. */
const WITHOUT_FILES = { monitoring: { prometheusRule: { enabled: false }, dashboards: { enabled: false } } };

/**
 * The contents of test/deployment/rendered/ by file: the example values, and additional values.
 *
 * @type {Record<string, { examples: string[], values?: object }>}
 */
export const RENDERINGS = {
  'values.yaml': { examples: ['values.yaml'] },
  'all.yaml': { examples: ['values.yaml', 'network.yaml', 'gateway.yaml', 'caddy.yaml'], values: WITHOUT_FILES },
};

/**
 * Runs `helm template`.
 *
 * @param {{ examples: string[], values?: object }} rendering files of deploy/helm/examples, and values over them
 * @returns {{ manifests: string, error: string }} `error` is empty if Helm could render
 */
export function renderChart({ examples, values = {} }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-chart-'));
  try {
    const own = join(folder, 'values.json');
    writeFileSync(own, JSON.stringify(values));
    const files = [...examples.map((name) => join(CHARTS, 'examples', name)), own].flatMap((file) => ['--values', file]);
    const options = ['--namespace', 'latchkey', '--kube-version', KUBERNETES_VERSION, ...files];
    const { error, status, stdout, stderr } = spawnSync('helm', ['template', 'latchkey', join(CHARTS, 'latchkey'), ...options], {
      encoding: 'utf8',
    });
    if (error) throw error;
    return { manifests: stdout, error: status === 0 ? '' : stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
