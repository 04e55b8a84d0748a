import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ManagementSettings } from '@latchkey/config';
import { findRoot, getRequestEvent } from '@latchkey/observability';
import { Problem } from '@latchkey/problem';
import { createGetOnlyProblem } from '@latchkey/server';
import type { Request, RequestHandler, Response } from 'express';
import Negotiator from 'negotiator';
import { CONSOLE_CLIENT_ID, CONSOLE_PATHS } from './console-client.js';
import { readConsoleFiles, UNCOMPRESSED, type ConsoleFile } from './console-files.js';
import { buildConsoleHeaders } from './console-headers.js';

type ConsoleSettings = Pick<ManagementSettings, 'MANAGEMENT_ISSUERS' | 'MANAGEMENT_URL'>;

const ASSETS = '/assets/';
/** The names of assets contain a hash of their content. Pages name assets, so they are never older than the release. */
const CACHING = { asset: 'public, max-age=31536000, immutable', page: 'no-cache' };

/** Where the build leaves the console. */
const BUILT_FOLDER = fileURLToPath(new URL('dist/console/', findRoot()));

/**
 * Answers every request below /console: with a file of the console, else with its page, which reads the path itself. It needs no API key,
 * because the files are public and contain no secret.
 *
 * @param folder of the built console, read once
 */
export function serveConsole(settings: ConsoleSettings, folder = BUILT_FOLDER): RequestHandler {
  const files = readConsoleFiles(folder);
  const headers = buildConsoleHeaders(settings.MANAGEMENT_ISSUERS[0]!);
  const configuration = createConfiguration(settings);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw createGetOnlyProblem();
    response.set(headers);
    const { path } = request;
    if (path === '/config.json') return sendConfiguration(response, configuration);
    const file = files.get(path.slice(1));
    if (!file && path.startsWith(ASSETS)) throw createMissingFileProblem();
    const page = files.get('index.html');
    if (!page) throw createUnbuiltProblem();
    sendFile(request, response, file ? { path, file } : { path: '/index.html', file: page });
  };
}

/** What the console must know to sign operators in. */
function createConfiguration({ MANAGEMENT_ISSUERS: [issuer], MANAGEMENT_URL: audience }: ConsoleSettings): object {
  return { issuer, clientId: CONSOLE_CLIENT_ID, audience };
}

function sendConfiguration(response: Response, configuration: object): void {
  getRequestEvent(response).route = '/console/config.json';
  response.set('Cache-Control', 'no-store').json(configuration);
}

function sendFile(request: Request, response: Response, { path, file }: { path: string; file: ConsoleFile }): void {
  const isAsset = path.startsWith(ASSETS);
  getRequestEvent(response).route = isAsset ? '/console/assets/:file' : '/console';
  // A sign-in in a popup ends there. With this header, the popup could no longer reach the page that opened it.
  if (request.originalUrl.split('?', 1)[0] !== CONSOLE_PATHS.callback) {
    response.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  }
  const encodings = [...file.keys()];
  const accepted = new Negotiator(request).encodings(encodings);
  const encoding = encodings.find((each) => accepted.includes(each)) ?? UNCOMPRESSED;
  if (encoding !== UNCOMPRESSED) response.set('Content-Encoding', encoding);
  response
    .set({ 'Cache-Control': isAsset ? CACHING.asset : CACHING.page, Vary: 'Accept-Encoding' })
    .type(extname(path))
    .send(file.get(encoding)!);
}

function createMissingFileProblem(): Problem {
  return new Problem('not-found', 'The console has no such file. A newer release may have replaced it: load the page again.');
}

function createUnbuiltProblem(): Problem {
  return new Problem('not-found', 'The console is not built: run "npm run build", then start the management API again.');
}
