import { isNestedTooDeep, MAX_JSON_DEPTH } from '@latchkey/crypto';
import { Problem } from '@latchkey/problem';
import { createCharsetViolation, findBodyViolation, getMediaType, hasBody, hasOtherCharset } from '@latchkey/server';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { findDuplicateKeys } from './duplicate-keys.js';
import { requireFewEntries } from './entry-count.js';
import { parseYaml, YAML_MEDIA_TYPE } from './yaml.js';

/** Bytes. */
const MAX_BODY_SIZE = 262_144;
const MAX_CONFIGURATION_SIZE = 16_777_216;
const CONFIGURATION_PATH = /^\/v1\/domain\/[^/]+\/configuration$/;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });
const bodyTexts = new WeakMap<Request, string>();

/**
 * Reads the bodies of POST, PUT and PATCH as JSON in UTF-8. An empty body of any type stays undefined.
 *
 * @param limitConfigurations limits who may have configurations read that may be large, and how many at a time
 */
export function createJsonBodyParser(limitConfigurations: (read: RequestHandler) => RequestHandler): RequestHandler[] {
  return [refuseEncodedBody, createBodyReader(limitConfigurations), parseBody];
}

/** The only body that may be large, and may be YAML. */
export function isConfiguration({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  return method === 'PUT' && CONFIGURATION_PATH.test(path);
}

function createBodyReader(limitConfigurations: (read: RequestHandler) => RequestHandler): RequestHandler {
  const read = createReader(MAX_BODY_SIZE);
  const readConfiguration = limitConfigurations(createReader(MAX_CONFIGURATION_SIZE));
  return (request, response, next) => (isConfiguration(request) && isLarge(request) ? readConfiguration : read)(request, response, next);
}

function createReader(limit: number): RequestHandler {
  return express.raw({ type: () => true, limit, inflate: false });
}

/** Whether the body may exceed the limit of other bodies. Without Content-Length its size is unknown. */
function isLarge(request: Request): boolean {
  return hasBody(request) && !(Number(request.headers['content-length']) <= MAX_BODY_SIZE);
}

function parseBody(request: Request, _response: Response, next: NextFunction): void {
  const raw: unknown = request.body;
  const isEmpty = !METHODS_WITH_BODY.has(request.method) || !Buffer.isBuffer(raw) || raw.length === 0;
  if (!isEmpty) requireContentType(request);
  const text = isEmpty ? '' : decodeUtf8(raw);
  bodyTexts.set(request, text);
  const mediaType = getMediaType(request.headers);
  if (isConfiguration(request)) requireFewEntries(text, mediaType);
  const parse = mediaType === YAML_MEDIA_TYPE ? parseYaml : parseJson;
  request.body = isEmpty ? undefined : parse(text);
  next();
}

/** The text of a body as it was received; empty without a body. */
export function getBodyText(request: Request): string {
  return bodyTexts.get(request) ?? '';
}

/** Runs before the body is read, because the parser would not name the rejected encoding. */
function refuseEncodedBody(request: Request, _response: Response, next: NextFunction): void {
  if (request.headers['content-encoding'] !== undefined && hasBody(request)) requireContentType(request);
  next();
}

function requireContentType(request: Request): void {
  const types = listMediaTypes(request);
  const violation = findBodyViolation(request, types) ?? (hasOtherCharset(request) ? createCharsetViolation(request.headers, types) : null);
  if (violation) throw new Problem('unsupported-media-type', violation.detail, { headers: violation.headers });
}

function listMediaTypes(request: Request): string[] {
  if (request.method === 'PATCH') return ['application/json', 'application/merge-patch+json'];
  return isConfiguration(request) ? ['application/json', YAML_MEDIA_TYPE] : ['application/json'];
}

function decodeUtf8(raw: Buffer): string {
  try {
    return utf8Decoder.decode(raw);
  } catch {
    throw new Problem('malformed-json', 'The body is not UTF-8.');
  }
}

function parseJson(text: string): unknown {
  // Runs before anything else reads the body, because each level costs stack, and the search for repeated names a pointer.
  if (isNestedTooDeep(text)) throw createDepthProblem();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Problem('malformed-json', 'The body is not valid JSON (RFC 8259).');
  }
  // Parsers differ in whether they use the first or the last of them, so the service does not guess.
  const errors = findDuplicateKeys(text);
  if (errors.length === 0) return body;
  throw new Problem('invalid-request', 'The body has an object that repeats a name or has too many; nothing was changed.', { errors });
}

function createDepthProblem(): Problem {
  const errors = [{ pointer: '', detail: `must not be nested deeper than ${MAX_JSON_DEPTH} levels` }];
  return new Problem('invalid-request', 'The body is invalid; nothing was changed. Each error is listed in errors.', { errors });
}
