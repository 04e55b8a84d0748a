import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { resolve } = createRequire(import.meta.url);
/** The module that Vite would insert for each name. */
const MODULES: Readonly<Record<string, string>> = {
  'oidc-client-ts': resolve('oidc-client-ts').replace(/dist\/.*$/, 'dist/esm/oidc-client-ts.js'),
  'jwt-decode': resolve('jwt-decode').replace(/build\/.*$/, 'build/esm/index.js'),
};
const EXAMPLE = fileURLToPath(new URL('../../../examples/spa/', import.meta.url));

export interface PublicClient {
  issuer: string;
  clientId: string;
  /** A port of 127.0.0.1; the application is at http://127.0.0.1:PORT/, which is also its redirect URI. */
  port: number;
}

/** Serves the files of examples/spa unchanged. An import map replaces the names of libraries and the settings as Vite does. */
export async function startSinglePageApp({ issuer, clientId, port }: PublicClient): Promise<{ url: string; stop(): Promise<void> }> {
  const read = (path: string) => readFile(path, 'utf8');
  const imports = Object.fromEntries(Object.keys(MODULES).map((name) => [name, `/${name}.js`]));
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
  const env = JSON.stringify({ VITE_ISSUER: issuer, VITE_CLIENT_ID: clientId });
  const files: Record<string, [string, string]> = {
    '/': ['text/html; charset=utf-8', (await read(`${EXAMPLE}index.html`)).replace('</head>', `${map}</head>`)],
    '/src/main.js': ['text/javascript', (await read(`${EXAMPLE}src/main.js`)).replace('import.meta.env', env)],
  };
  for (const [name, path] of Object.entries(MODULES)) files[`/${name}.js`] = ['text/javascript', await read(path)];
  const server = createServer((request, response) => {
    const [type, content] = files[request.url!.split('?', 1)[0]!] ?? [];
    response.writeHead(type ? 200 : 404, type ? { 'Content-Type': type } : {}).end(content);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}
