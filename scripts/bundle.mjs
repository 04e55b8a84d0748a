import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import icons from '../apps/auth/src/pages/browser/icons.json' with { type: 'json' };
import { readImagePackages } from './image-packages.mjs';

/** Each has the same path in build/, where it consists of modules, and in dist/, where it is bundled with its packages. */
export const PROGRAMS = [
  'apps/auth/src/main.js',
  'apps/management/src/main.js',
  'apps/management/src/migrate.js',
  'apps/management/src/cli/main.js',
  'libs/server/src/source-maps.js',
];
/** Optional packages. msgpackr does in JavaScript what its extract does. */
const ABSENT =
  /^(@nestjs\/(microservices|websockets)(\/|$)|@fastify\/static$|@valkey\/valkey-glide$|class-transformer\/storage$|msgpackr-extract$|pg-native$)/;

/** The console contains them. An image has no more of them, because they install a compiler. */
const BUNDLED_ONLY = [{ path: '@lingui/core' }, { path: '@lingui/message-utils' }];

/** Files that are read at run time: those for browsers, and licences. */
const copies = () => [
  { from: 'build/apps/auth/src/pages/browser', to: 'apps/auth/src/browser' },
  { from: 'node_modules/@simplewebauthn/browser/{package.json,dist/bundle/index.umd.min.js}' },
  { from: `node_modules/@tabler/icons/{package.json,icons/{${Object.values(icons).join()}}.svg}` },
  { from: 'libs/design/src/{tokens.css,fonts.css,fonts/*.woff2}' },
  {
    from: 'node_modules/swagger-ui-dist/*.{json,css,png,html,js}',
    globOptions: { ignore: ['**/swagger-ui.js', '**/swagger-ui-es-*'] },
  },
  { context: 'libs/design/src/fonts', from: '*.LICENSE', to: 'licences/fonts' },
  ...[...readImagePackages(), ...BUNDLED_ONLY].map(({ path }) => ({
    context: `node_modules/${path}`,
    from: '{licen?e,notice,copying,patents}*',
    to: `licences/${path}`,
    globOptions: { caseSensitiveMatch: false },
    noErrorOnMissing: true,
  })),
];

/** @type {(root: string, rspack: typeof import('@rspack/core')) => import('@rspack/core').Configuration} */
const configure = (root, { CopyRspackPlugin, IgnorePlugin, SourceMapDevToolPlugin }) => ({
  mode: 'production',
  target: 'node22',
  context: root,
  entry: Object.fromEntries(PROGRAMS.map((program) => [program, `./build/${program}`])),
  output: {
    path: join(root, 'dist'),
    // The console has a build of its own.
    clean: { keep: 'console' },
    // The time of each file tells whether it is stale.
    compareBeforeEmit: false,
    filename: '[name]',
    chunkFilename: 'chunks/[id].js',
    module: true,
    library: { type: 'module' },
  },
  devtool: false,
  module: {
    // `import.meta` remains that of the file in dist/. Packages of Nest require others by `createRequire`.
    parser: { javascript: { importMeta: false, url: false, createRequire: true } },
    rules: [{ test: /\.js$/, include: join(root, 'build'), extractSourceMap: true }],
  },
  node: { __dirname: 'node-module', __filename: 'node-module' },
  externals: { 'swagger-ui-dist/absolute-path.js': 'node-commonjs swagger-ui-dist/absolute-path.js' },
  // One copy of a package, whether it is imported or required. The main module of jsonc-parser hides what it requires.
  resolve: { mainFields: ['main'], alias: { 'jsonc-parser$': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') } },
  // NODE_ENV is a setting of the process. Code reads names of classes, which joining modules would change.
  optimization: {
    nodeEnv: false,
    minimize: false,
    concatenateModules: false,
    splitChunks: { chunks: 'all', filename: 'packages/[id].js', cacheGroups: { default: false } },
  },
  plugins: [
    new IgnorePlugin({ resourceRegExp: ABSENT }),
    new SourceMapDevToolPlugin({
      filename: '[file].map',
      exclude: /^packages/,
      noSources: true,
      moduleFilenameTemplate: ({ resourcePath }) => new URL(resourcePath, 'latchkey:///').href,
    }),
    new CopyRspackPlugin({ patterns: copies() }),
  ],
  // Packages load modules whose names are settings of features that are not used.
  ignoreWarnings: [/Critical dependency/],
});

/**
 * Makes dist/ from build/.
 *
 * @param {string} root of the checkout
 * @throws {Error} what the bundler complained of
 */
export async function bundlePrograms(root) {
  // `npm start` imports this module and seldom bundles.
  const rspack = await import('@rspack/core');
  const stats = await promisify(rspack.rspack)(configure(root, rspack));
  if (!stats || stats.hasErrors() || stats.hasWarnings()) throw new Error(stats?.toString('errors-warnings'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundlePrograms(fileURLToPath(new URL('..', import.meta.url)));
