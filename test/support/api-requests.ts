import * as fc from 'fast-check';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Call } from './http.js';
import { parametersOf, placesOf, type OpenApiDocument, type Operation, type Parameter, type Place } from './openapi-document.js';
import { anyJson, SchemaValues, STRANGE_TEXTS } from './schema-values.js';

/** A request to the management API, valid or broken. */
export interface ApiRequest {
  operationId: string;
  path: string;
  call: Call & { method: string };
}

/** Existing values, by the names of path parameters: `domain`, `clientId` and so on. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** The values of requests. @property doomed values that may be deleted */
export interface ApiVocabulary {
  document: OpenApiDocument;
  known: Known;
  doomed: Known;
}

const JSON_TYPE = 'application/json';
/** As they appear in a path, where not all of them exist. */
const STRANGE_PARTS = ['%zz', '%', '%ff', '%2F', '%2e%2e', '%00', '%25', '*', '@', 'a;b', '~'];
const STRANGE_QUERIES = [
  'limit=1&limit=2',
  '__proto__=1',
  '__proto__=1&__proto__=2',
  'constructor=1',
  'toString',
  '=&&=',
  '%zz=%ff',
  'limit[]=1',
];

const HEADERS: readonly OutgoingHttpHeaders[] = [
  { Accept: 'text/plain' },
  { Accept: 'text/json;q=0.5, image/png' },
  { Accept: 'image/png' },
  { Accept: ';;,;' },
  { 'X-Request-Id': 'my-own' },
  { 'X-Request-Id': 'x'.repeat(500) },
  { 'x-api-key': '' },
  { 'x-api-key': 'unknown' },
  { 'Content-Type': 'application/merge-patch+json' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': '' },
  { 'Content-Type': ';=' },
  { 'Content-Encoding': 'gzip' },
  { Expect: '100-continue' },
  { 'If-Match': '*', Range: 'bytes=0-1' },
  { 'X-HTTP-Method-Override': 'DELETE', 'X-Forwarded-For': '"' },
  { 'Idempotency-Key': '' },
  { 'Idempotency-Key': '"' },
  { 'Idempotency-Key': 'a b' },
  { 'Idempotency-Key': 'x'.repeat(256) },
  { 'Idempotency-Key': 'sch\u00fcssel' },
];

const nested = (depth: number, open: string, close: string): string => `${open.repeat(depth)}${close.repeat(depth)}`;
const BODIES: readonly (string | Buffer)[] = [
  '{',
  'null',
  '[]',
  '0',
  '1e400',
  '""',
  '[{}]',
  '[[]]',
  '{"__proto__":{"domain":"x"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"scope":"a","scope":"b"}',
  '{"active":true,"active":false}',
  '{"a":1e400,"b":-1e400}',
  '{"a":123456789012345678901234567890}',
  nested(30_000, '[', ']'),
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"redirectUri":"https://${'x'.repeat(200_000)}"}`,
  `{"${'n'.repeat(200_000)}":1}`,
  `[${'{},'.repeat(20_000)}{}]`,
  `{${Array.from({ length: 5_000 }, (_none, n) => `"p${n}":${n}`).join()}}`,
  'x'.repeat(262_145),
  Buffer.from([0x22, 0xff, 0x22]),
  Buffer.from('\ufeff{}'),
];

/** Mostly the first kind, sometimes one of the others. */
function mostly<T>(usual: fc.Arbitrary<T>, unusual: fc.Arbitrary<T>, share = 7): fc.Arbitrary<T> {
  return fc.oneof({ weight: share, arbitrary: usual }, { weight: 1, arbitrary: unusual });
}

/** Removes the parts of a JavaScript string that cannot be percent-encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function pathOf({ method, template }: Place, { known, doomed }: ApiVocabulary): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  // Clients resolve it to the resource above: a domain, which other requests need, or an address with a slash at its end.
  const isResolved = method === 'DELETE' || template.endsWith('}');
  const oddities = STRANGE_PARTS.filter((part) => !isResolved || part !== '%2e%2e');
  const strange = fc.oneof(fc.constantFrom(...oddities), fc.constantFrom(...STRANGE_TEXTS.slice(1)).map(encoded));
  const parts = names.map((name, index) => {
    // A DELETE removes the resource of the last path segment.
    const mayGo = method === 'DELETE' && index === names.length - 1;
    const values = (mayGo ? doomed : known)[name];
    if (!values) throw new Error(`no value is known for {${name}}`);
    return mostly(fc.constantFrom(...values).map(encoded), strange, 15);
  });
  return fc.tuple(...parts).map((values) => names.reduce((path, name, index) => path.replace(`{${name}}`, () => values[index]!), template));
}

function queryOf(values: SchemaValues, parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const ofQuery = parameters.filter((parameter) => parameter.in === 'query');
  const each = ofQuery.map(({ name, schema }) => {
    const value = mostly(values.fitting(schema), fc.oneof(values.nearly(schema), fc.constantFrom(...STRANGE_TEXTS)));
    return fc.option(
      value.map((some) =>
        [some]
          .flat()
          .map((item) => `${name}=${encoded(typeof item === 'string' ? item : JSON.stringify(item ?? ''))}`)
          .join('&'),
      ),
      { freq: 1 },
    );
  });
  const pairs = fc.tuple(...each).map((some) => some.filter((pair) => pair !== null).join('&'));
  return mostly(pairs, fc.constantFrom(...STRANGE_QUERIES), 12);
}

function bodyOf(values: SchemaValues, { requestBody }: Operation): fc.Arbitrary<string | Buffer | undefined> {
  const schema = requestBody?.content[JSON_TYPE]?.schema;
  const strange = fc.oneof(fc.constantFrom(...BODIES), anyJson().map(asJson));
  if (!schema) return mostly<string | Buffer | undefined>(fc.constant(undefined), strange, 20);
  const [fitting, nearly] = [values.fitting(schema).map(asJson), values.nearly(schema).map(asJson)];
  const unusual = fc.oneof<fc.Arbitrary<string | Buffer | undefined>[]>(strange, fc.constant(undefined));
  return mostly<string | Buffer | undefined>(fc.oneof({ weight: 3, arbitrary: fitting }, { weight: 2, arbitrary: nearly }), unusual, 6);
}

/** undefined, which JSON lacks, is sent as null. */
function asJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function headersOf({ method, operation }: Place): fc.Arbitrary<OutgoingHttpHeaders> {
  const none = fc.constant<OutgoingHttpHeaders>({});
  const odd = fc.constantFrom(...HEADERS);
  if (method !== 'POST') return mostly(none, odd, 10);
  // Few enough that some are used again.
  const key = fc.nat(100).map((n) => ({ 'Idempotency-Key': `${operation.operationId}-${n}` }));
  return fc.oneof({ weight: 6, arbitrary: none }, { weight: 4, arbitrary: key }, { weight: 1, arbitrary: odd });
}

function requestOf(place: Place, vocabulary: ApiVocabulary): fc.Arbitrary<ApiRequest> {
  const { method, operation } = place;
  const values = new SchemaValues(vocabulary.document);
  const parts = {
    path: pathOf(place, vocabulary),
    query: queryOf(values, parametersOf(vocabulary.document, operation)),
    headers: headersOf(place),
    body: bodyOf(values, operation),
  };
  return fc.record(parts).map(({ path, query, headers, body }) => ({
    operationId: operation.operationId,
    path: query === '' ? path : `${path}?${query}`,
    call: { method, headers: { ...(body !== undefined && { 'Content-Type': JSON_TYPE }), ...headers }, body },
  }));
}

/** This many requests for each operation of a document, in mixed order; the same seed gives the same requests. */
export function apiRequests(vocabulary: ApiVocabulary, { seed, each }: { seed: number; each: number }): ApiRequest[] {
  const requests = placesOf(vocabulary.document).map((place) => requestOf(place, vocabulary));
  const rounds = fc.sample(fc.tuple(...requests), { seed, numRuns: each });
  return rounds.flat();
}
