import type { ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { findAsset, type Asset } from '../assets.js';
import { BROWSER_HEADERS } from './page-headers.js';

const YEAR_SECONDS = 31_536_000;

/**
 * Responds to GET or HEAD of `/assets/...`. The URL of another version, which occurs during rolling updates, gets the current asset without
 * caching.
 *
 * @returns false if there is no such asset; then nothing was sent
 */
export function sendAsset(response: ServerResponse, path: string): boolean {
  const asset = findAsset(path);
  if (!asset) return false;
  const compressed =
    asset.compressed !== null && new Negotiator(response.req).encodings(['gzip']).includes('gzip') ? asset.compressed : null;
  const body = compressed ?? asset.content;
  response.writeHead(200, {
    ...BROWSER_HEADERS,
    'Content-Type': asset.type,
    'Cache-Control': getCacheControl(asset, path),
    ...(asset.compressed && { Vary: 'Accept-Encoding' }),
    ...(compressed && { 'Content-Encoding': 'gzip' }),
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
  return true;
}

function getCacheControl(asset: Asset, path: string): string {
  return asset.path === path ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store';
}
