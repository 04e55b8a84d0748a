import { Problem } from '@latchkey/problem';
import { createCharsetViolation, findBodyViolation, getMediaType, hasBody, hasOtherCharset } from '@latchkey/server';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { requireFewEntries } from './entry-count.js';
import { decodeUtf8, parseJson } from './json-text.js';
import { NDJSON } from './ndjson.js';
import { parseYaml, YAML_MEDIA_TYPE } from './yaml.js';

/** Bytes. */
export const MAX_BODY_SIZE = 262_144;
const MAX_CONFIGURATION_SIZE = 16_777_216;
const CONFIGURATION_PATH = /^\/v1\/domain\/[^/]+\/configuration$/;
const IMPORT_PATH = /^\/v1\/(domain\/[^/]+\/user-import|domain-import)$/;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
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

/** The only bodies that their operations read themselves, as they arrive. */
function isImport({ method, path }: Pick<Request, 'method' | 'path'>): boolean {
  return method === 'POST' && IMPORT_PATH.test(path);
}

function createBodyReader(limitConfigurations: (read: RequestHandler) => RequestHandler): RequestHandler {
  const read = createReader(MAX_BODY_SIZE);
  const readConfiguration = limitConfigurations(createReader(MAX_CONFIGURATION_SIZE));
  return (request, response, next) => {
    if (isImport(request)) return next();
    return (isConfiguration(request) && isLarge(request) ? readConfiguration : read)(request, response, next);
  };
}

function createReader(limit: number): RequestHandler {
  return express.raw({ type: () => true, limit, inflate: false });
}

/** Whether the body may exceed the limit of other bodies. Without Content-Length its size is unknown. */
function isLarge(request: Request): boolean {
  return hasBody(request) && !(Number(request.headers['content-length']) <= MAX_BODY_SIZE);
}

function parseBody(request: Request, _response: Response, next: NextFunction): void {
  if (isImport(request)) {
    if (hasBody(request)) requireContentType(request);
    return next();
  }
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
  if (isImport(request)) return [NDJSON];
  return isConfiguration(request) ? ['application/json', YAML_MEDIA_TYPE] : ['application/json'];
}
