import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { runCli } from '../support/cli.js';
import { freePort } from '../support/service-process.js';
import { createManifestCheck, parseManifests, textOf, yamlOf, type Container, type Manifest, type Workload } from './documents.js';

const FOLDER = 'deploy/configuration';
const [job] = parseManifests(textOf(`${FOLDER}/job.yaml`)) as [Manifest<Workload>];
const [container] = job.spec.template.spec.containers as [Container & { args: string[] }];
const kustomization = yamlOf<{ configMapGenerator: { name: string; files: string[] }[]; images: { name: string }[] }>(
  `${FOLDER}/kustomization.yaml`,
);

describe('the Job that applies a configuration', () => {
  it('is valid by the schema of Kubernetes', () => {
    expect(createManifestCheck()(job)).toBeNull();
  });

  it('uses the ConfigMap and the image that the kustomization names', () => {
    const [generator] = kustomization.configMapGenerator;
    const volumes = job.spec.template.spec['volumes'] as { configMap?: { name: string } }[];

    expect(volumes.flatMap(({ configMap }) => configMap?.name ?? [])).toEqual([generator!.name]);
    expect(container.image).toBe(kustomization.images[0]!.name);
    expect(generator!.files.filter((file) => !existsSync(`${FOLDER}/${file}`))).toEqual([]);
    expect(container.args).toContain(`--file=/etc/latchkey/${generator!.files[0]}`);
  });

  it('runs a program of the image, with a command that needs no database', async () => {
    const [program, ...args] = container.args;
    expect(textOf('docker/Dockerfile')).toContain(`docker run ... latchkey-management ${program}`);
    // The command reads the file and fails at its first request.
    const url = `http://127.0.0.1:${await freePort()}`;
    const environment = { LATCHKEY_URL: url, LATCHKEY_API_KEY: 'latchkey_key' };
    const file = args.map((arg) => arg.replace('/etc/latchkey', FOLDER));

    expect(await runCli(environment, ...file)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`${url}: connect ECONNREFUSED`),
    });
  });

  it('shows no secrets in its log', () => {
    expect(container.args).toContain('--no-secrets');
  });
});
