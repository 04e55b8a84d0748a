import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { load } from 'js-yaml';
import type { Answer } from './http.js';
import { placesOf, resolve, type Header, type OpenApiDocument, type Operation, type Place, type Schema } from './openapi-document.js';

/** The parts of a request that identify its operation. */
export interface Asked {
  method: string;
  /** With its query, if it has one. */
  path: string;
}

/** OpenAPI keywords that JSON Schema ignores. */
const ANNOTATIONS = ['components', 'example', 'externalDocs', 'xml', 'discriminator'];
const PROBLEM = 'application/problem+json';
const PROBLEM_CONTENT = { [PROBLEM]: { schema: { $ref: '#/components/schemas/ProblemDetails' } } };
/** One JSON value per line: the items of the documented array. */
const NDJSON = 'application/x-ndjson';
const YAML = 'application/yaml';

/** The name under which the components of the document are compiled once. */
const DOCUMENT = 'document';

/** Compares the API's answers with its OpenAPI document. */
export class ApiContract {
  private readonly places: (Place & { matches: RegExp })[];
  /** Keyed by the text of their schemas, because compiling one takes a millisecond and most occur in many places of the document. */
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictTypes: true });

  constructor(private readonly document: OpenApiDocument) {
    this.ajv.addVocabulary(ANNOTATIONS);
    addFormats.default(this.ajv);
    this.places = placesOf(document).map((place) => ({ ...place, matches: patternOf(place.template) }));
    const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]);
    this.ajv.addSchema(referToDocument({ components: { ...document.components, schemas: Object.fromEntries(schemas) } }), DOCUMENT);
  }

  /** @throws Error that names every difference between the response and the document */
  expect(asked: Asked, answer: Answer): void {
    const violations = this.findViolations(asked, answer);
    if (violations.length === 0) return;
    const what = `${asked.method} ${asked.path.slice(0, 200)} answered ${answer.status} ${answer.text.slice(0, 500)}`;
    throw new Error(`not as in the OpenAPI document: ${what}\n${violations.map((violation) => `- ${violation}`).join('\n')}`);
  }

  /** Every difference between the body of a request and the document. */
  findRequestViolations({ method, path }: Asked, body: unknown): string[] {
    const [address = ''] = path.split('?');
    const place = this.places.find((each) => each.method === method && each.matches.test(address));
    const schema = place?.operation.requestBody?.content['application/json']?.schema;
    return schema ? this.findValueViolations(schema, body) : [];
  }

  /** Every difference between the response and the document. */
  findViolations({ method, path }: Asked, answer: Answer): string[] {
    const [address = ''] = path.split('?');
    const here = this.places.filter(({ matches }) => matches.test(address));
    const operation = here.find((place) => place.method === (method === 'HEAD' ? 'GET' : method))?.operation;
    if (!operation) return this.findRefusalViolations(method, here, answer);
    return this.findAnswerViolations(operation, method === 'HEAD', answer);
  }

  /** Requests without a documented operation get only problems; for a wrong method these list the allowed ones. */
  private findRefusalViolations(method: string, here: readonly Place[], answer: Answer): string[] {
    if (here.length > 0 && method === 'OPTIONS' && answer.status === 204) return answer.headers['allow'] ? [] : ['header Allow is missing'];
    if (answer.status < 400) return ['is no operation of the document, and yet succeeds'];
    return this.findBodyViolations(PROBLEM_CONTENT, method === 'HEAD', answer);
  }

  private findAnswerViolations({ responses }: Operation, withoutBody: boolean, answer: Answer): string[] {
    const response = responses[answer.status];
    if (!response) return [`status ${answer.status} is not among ${Object.keys(responses).join(', ')}`];
    const headers = Object.entries(response.headers ?? {}).flatMap(([name, header]) =>
      this.findHeaderViolations(name, resolve<Header>(this.document, header), answer),
    );
    return [...headers, ...this.findBodyViolations(response.content, withoutBody, answer)];
  }

  private findHeaderViolations(name: string, { required, schema }: Header, answer: Answer): string[] {
    const value = answer.headers[name.toLowerCase()];
    if (value === undefined) return required ? [`header ${name} is missing`] : [];
    const parsed = schema.type === 'integer' && /^-?\d+$/.test(String(value)) ? Number(value) : value;
    return this.findValueViolations(schema, parsed).map((violation) => `header ${name}: ${violation}`);
  }

  private findBodyViolations(
    content: Operation['responses'][string]['content'],
    withoutBody: boolean,
    { text, headers, status }: Answer,
  ): string[] {
    const type = headers['content-type']?.split(';')[0];
    if (!content) return text === '' && type === undefined ? [] : [`has a body of type ${type}, where none is documented`];
    const media = content[type ?? ''];
    if (!media) return [`type ${type} is not among ${Object.keys(content).join(', ')}`];
    if (withoutBody) return text === '' ? [] : ['has a body, though it was asked for by HEAD'];
    const body = type === NDJSON ? parseLines(text) : type === YAML ? load(text) : parse(text);
    if (body === undefined) return ['the body is not JSON'];
    const wrongStatus = type === PROBLEM && (body as { status?: unknown }).status !== status;
    return [
      ...this.findValueViolations(media.schema, body),
      ...(wrongStatus ? [`the body says status ${String((body as Answer).status)}`] : []),
    ];
  }

  private findValueViolations(schema: Schema, value: unknown): string[] {
    const validate = this.validatorOf(schema);
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath || 'the value'} ${message} ${JSON.stringify(params)}`,
    );
  }

  private validatorOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.validators.get(text);
    if (known) return known;
    const validate = this.ajv.compile(referToDocument(closed(schema)));
    this.validators.set(text, validate);
    return validate;
  }
}

function patternOf(template: string): RegExp {
  const parts = template.split('/').map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}/?$`);
}

/** Answers contain no undocumented properties, although the document leaves room for those of later releases. */
function closed(schema: Schema): Schema {
  const copy: Schema = { ...schema };
  if (copy.items) copy.items = closed(copy.items);
  if (!copy.properties) return copy;
  copy.properties = Object.fromEntries(Object.entries(copy.properties).map(([name, property]) => [name, closed(property)]));
  const isWhole = !['allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in copy);
  return isWhole && copy['additionalProperties'] === undefined ? { ...copy, additionalProperties: false } : copy;
}

/** Points the references in a part of the document to the components compiled as `DOCUMENT`. */
function referToDocument(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`)) as Schema;
}

function parseLines(text: string): unknown {
  return parse(`[${text.trimEnd().split('\n').join(',')}]`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
