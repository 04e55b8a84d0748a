import everything from './jest.config.mjs';

/** `npm run test:unit`: the tests that need Node.js alone, without the PostgreSQL of the others. */
const { globalSetup: _setup, globalTeardown: _teardown, ...config } = everything;

export default { ...config, roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/scripts'], testRegex: '\\.spec\\.ts$' };
