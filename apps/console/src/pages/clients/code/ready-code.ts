import type { ClientKind } from '../client-kind.js';
import type { CodeInput, Codes } from './code-input.js';
import { buildDeviceCodes } from './device.js';
import { buildExchangeCodes, buildIntrospectionCodes, buildServiceCodes } from './post.js';
import { buildSignInCodes } from './sign-in.js';

/** The port of the programs where the redirect address has none. */
const LOOPBACK_PORT = '8081';
const EXAMPLE_REDIRECT = `http://127.0.0.1:${LOOPBACK_PORT}/callback`;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** @returns the redirect address that runs on the developer's machine, or else the first one on the web */
export function chooseRedirectUri(redirectUris: readonly string[]): string {
  const onWeb = redirectUris.filter((uri) => URL.canParse(uri) && /^https?:/.test(uri));
  const loopback = onWeb.find((uri) => LOOPBACK.has(new URL(uri).hostname));
  // Addresses are compared exactly, so they stay as they were registered.
  if (loopback === undefined) return onWeb[0] ?? EXAMPLE_REDIRECT;
  if (new URL(loopback).port !== '') return loopback;
  return loopback.replace(/^https?:\/\/[^/?#]+/, (origin) => `${origin}:${LOOPBACK_PORT}`);
}

/** Complete programs for a client, by language. */
export function buildReadyCodes(kind: ClientKind, input: CodeInput, redirectUris: readonly string[]): Codes {
  switch (kind) {
    case 'service':
      return buildServiceCodes(input);
    case 'device':
      return buildDeviceCodes(input);
    case 'mcp':
      return input.resource === null ? buildIntrospectionCodes(input) : buildExchangeCodes(input);
    case 'web':
    case 'spa':
    case 'native':
      return buildSignInCodes({ ...input, redirectUri: chooseRedirectUri(redirectUris) }, kind === 'spa');
  }
}
