/** One configuration for every tier: unit (*.spec.ts), integration (*.int-spec.ts), end to end, browser and faults (test/). */
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

export default {
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  testRunner: '<rootDir>/test/runner/run-file.mjs',
  testSequencer: '<rootDir>/test/runner/sequencer.mjs',
  reporters: ['<rootDir>/test/runner/reporter.mjs', 'summary'],
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  rootDir: '.',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/test', '<rootDir>/scripts'],
  testRegex: '\\.(spec|int-spec|e2e-spec|fault-spec|browser-spec)\\.ts$',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': swc },
  moduleNameMapper: {
    '^@latchkey/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    // Our sources are TypeScript. Packages have data in files like metadata.json.js, beside the JSON itself.
    '^(\\.{1,2}/.*)(?<!\\.json)\\.js$': '$1',
  },
  globalSetup: '<rootDir>/test/runner/global-setup.mjs',
  globalTeardown: '<rootDir>/test/runner/global-teardown.mjs',
  /** The tests of a file that run concurrently wait most of the time. */
  maxConcurrency: 30,
  testTimeout: 60_000,
  /**
   * All of the machine's memory: no worker reaches it. With a limit, Jest runs even a single file in a worker. In its own process Jest has timers
   * that come and go, among which one that a test leaves is not noticed, and whatever is left keeps the process for ever.
   */
  workerIdleMemoryLimit: 1,
  /** Each file is checked for what it leaves open; what a worker frees at its end takes longer than Jest's half second on busy cores. */
  workerGracefulExitTimeout: 10_000,
};
