import type { ServerResponse } from 'node:http';
import { ACCENT_PATH_PATTERN, getAccentAsset, findAsset, type Asset } from '../assets.js';
import { BROWSER_HEADERS } from './page-headers.js';

const YEAR_SECONDS = 31_536_000;

/**
 * Responds to GET or HEAD of `/assets/...`. The URL of another version, which occurs during rolling updates, gets the current asset without
 * caching.
 *
 * @returns false if there is no such asset; then nothing was sent
 */
export function sendAsset(response: ServerResponse, path: string): boolean {
  const color = ACCENT_PATH_PATTERN.exec(path)?.[1];
  const asset = color === undefined ? findAsset(path) : getAccentAsset(`#${color}`);
  if (!asset) return false;
  const body = Buffer.from(asset.content);
  response.writeHead(200, {
    ...BROWSER_HEADERS,
    'Content-Type': asset.type,
    'Cache-Control': getCacheControl(asset, path),
    'Content-Length': body.length,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
  return true;
}

function getCacheControl(asset: Asset, path: string): string {
  return asset.path === path ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store';
}
