import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { defineConfig, type Plugin } from 'vite';
import { extractMessages } from './extract-messages.js';
import { resolver, theme } from './src/theme/theme.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The theme's CSS variables as a file: the Content-Security-Policy allows no inline styles. */
function themeStyles(): Plugin {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const defaults = defaultCssVariablesResolver(merged);
  const own = resolver(merged);
  const css = convertCssVariables(
    {
      variables: { ...defaults.variables, ...own.variables },
      light: { ...defaults.light, ...own.light },
      dark: { ...defaults.dark, ...own.dark },
    },
    ':root',
  );
  return {
    name: 'theme-styles',
    resolveId: (id) => (id === 'virtual:theme.css' ? '\0theme.css' : undefined),
    load: (id) => (id === '\0theme.css' ? css : undefined),
  };
}

/** Compiles the messages of a language. English is what stands in the sources. */
function messages(): Plugin {
  const prefix = 'virtual:messages/';
  const source = path('src');
  const read = (language: string) => {
    if (language === 'en') return extractMessages(source).map((text) => [text, text] as const);
    return Object.entries(JSON.parse(readFileSync(join(source, `messages/${language}.json`), 'utf8')) as Record<string, string>);
  };
  return {
    name: 'messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      // A text that is its own key needs no entry: most English ones do not.
      const compiled = read(id.slice(prefix.length + 1))
        .map(([key, text]) => [key, compileMessage(text)] as const)
        .filter(([key, tokens]) => !(tokens.length === 1 && tokens[0] === key));
      return `export default ${JSON.stringify(Object.fromEntries(compiled))}`;
    },
  };
}

/** Compresses the files once, so that the server need not do it for each request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|html)$/.test(file))) {
        const file = join(dir ?? '', name);
        const source = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(source));
        writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: path('.'),
  base: '/console/',
  plugins: [themeStyles(), messages(), compressed()],
  resolve: {
    alias: {
      '@latchkey/api-client': path('../../libs/api-client/src/index.ts'),
      '@latchkey/design': path('../../libs/design/src'),
      // The previews of branding use the services' own rules and words.
      '@latchkey/message': path('../../libs/message/src/index.ts'),
      '@latchkey/oauth': path('../../libs/oauth/src/browser.ts'),
    },
  },
  build: {
    outDir: path('../../dist/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The packages mark components for React's servers, which this app does not have.
      onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      output: {
        // What every page needs is a few files, not one for each module.
        codeSplitting: {
          groups: [
            {
              name: 'sign-in',
              test: /vite\/preload-helper|node_modules\/oauth4webapi\/|apps\/console\/src\/session\/(sign-in\.ts|redirect)/,
            },
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui|openapi-fetch|clsx)\// },
            {
              name: 'mantine',
              test: /node_modules\/@mantine\/(hooks|core\/esm\/(core|components\/(ActionIcon|Button|Loader|Transition|UnstyledButton|CopyButton|Skeleton|Kbd|Input|InputBase|TextInput|CloseButton)))\//,
            },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 3 },
            {
              name: 'shell',
              test: /apps\/console\/src\/(layout\/(?!palette-dialog|menu-drawer|keyboard-dialog)|api|session\/(?!session-over-dialog|sign-in\.ts|redirect)|request-line\/(?!whole)|ui\/(list|mark|status|page-header|search-field|toolbar|use-paged-list|load-failed|notice|copy-button|toasts|time)\.)/,
            },
          ],
        },
      },
    },
  },
});
