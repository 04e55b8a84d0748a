import { availableParallelism } from 'node:os';

/** Test files wait part of their time, for servers and browsers. The PostgreSQL of a run has 1,000 connections; a worker takes up to 40 of them. */
const MAX_WORKERS = 24;
const WORKERS_PER_CORE = 2;

const swc = [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    module: { type: 'es6' },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      keepClassNames: true,
      experimental: { keepImportAttributes: true },
    },
  },
];

/** What all projects share. */
const shared = {
  rootDir: import.meta.dirname,
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  runtime: '<rootDir>/test/runner/runtime.mjs',
  transform: { '^.+\\.ts$': swc },
  moduleNameMapper: {
    '^@latchkey/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    // Our sources are TypeScript. Packages have data in files like metadata.json.js, beside the JSON itself.
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
  },
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  setupFiles: ['reflect-metadata'],
  // Streams, sockets and promises of Node.js use these.
  fakeTimers: { doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'hrtime', 'performance'] },
};

/**
 * @param {string} displayName
 * @param {string} suffix of the test files
 * @param {string[]} folders
 */
const project = (displayName, suffix, folders) => ({
  ...shared,
  displayName,
  roots: folders.map((folder) => `<rootDir>/${folder}`),
  testRegex: `\\.${suffix}\\.ts$`,
});

/** Jest calls the set-up once, for all projects that have tests to run. */
const onPostgres = {
  globalSetup: '<rootDir>/test/runner/global-setup.mjs',
  globalTeardown: '<rootDir>/test/runner/global-teardown.mjs',
};

export default {
  projects: [
    project('unit', 'spec', ['apps', 'libs', 'scripts']),
    { ...project('integration', 'int-spec', ['apps', 'libs', 'scripts', 'test']), ...onPostgres },
    { ...project('e2e', 'e2e-spec', ['test']), ...onPostgres },
    { ...project('faults', 'fault-spec', ['test']), ...onPostgres },
    { ...project('browser', 'browser-spec', ['test']), ...onPostgres },
    // The documents, the manifests and the sources as texts, and the tools of the tests.
    { ...project('repository', 'spec', ['test']), ...onPostgres },
  ],
  maxWorkers: Math.min(MAX_WORKERS, WORKERS_PER_CORE * availableParallelism()),
  testTimeout: 60_000,
  /** The tests of a file that run concurrently wait most of the time. */
  maxConcurrency: 30,
  /** A worker keeps a part of the modules of each test file: above this heap, Jest starts another one. */
  workerIdleMemoryLimit: '1GB',
  /** Each file is checked for what it leaves open; what a worker frees at its end takes longer than Jest's half second on busy cores. */
  workerGracefulExitTimeout: 10_000,
};
