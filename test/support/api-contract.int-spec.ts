import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiContract, type Asked } from './api-contract.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import type { Answer, Call } from './http.js';
import { startManagement, type StartedManagement } from './management.js';
import { fetchDocument, type OpenApiDocument, type Response, type Schema } from './openapi-document.js';

const CLIENT = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };

let database: TestDatabase;
let management: StartedManagement;
let document: OpenApiDocument;
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  document = await fetchDocument(management.url);
  domain = await management.as(management.apiKey).registerDomain();
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

/** Requests, each with a real answer. */
const REQUESTS: Readonly<Record<string, (name: string) => Asked & Call>> = {
  list: () => ({ method: 'GET', path: '/v1/domain?limit=1' }),
  head: () => ({ method: 'HEAD', path: '/v1/domain' }),
  plain: () => ({ method: 'GET', path: '/v1/domain', headers: { Accept: 'text/plain' } }),
  register: () => ({ method: 'POST', path: '/v1/domain' }),
  details: (name) => ({ method: 'GET', path: `/v1/domain/${name}` }),
  provision: (name) => ({
    method: 'PUT',
    path: `/v1/domain/${name}/client/app`,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(CLIENT),
  }),
  remove: (name) => ({ method: 'DELETE', path: `/v1/domain/${name}/client/app` }),
  absent: () => ({ method: 'GET', path: '/v1/domain/absent.example.com/client' }),
  nowhere: () => ({ method: 'GET', path: '/v1/nowhere' }),
  refused: () => ({ method: 'PATCH', path: '/v1/domain' }),
  options: () => ({ method: 'OPTIONS', path: '/v1/domain' }),
  keyless: () => ({ method: 'GET', path: '/v1/domain', headers: { 'x-api-key': '' } }),
};

async function ask(name: string): Promise<[Asked, Answer]> {
  if (name === 'remove') await ask('provision');
  const { method, path, ...call } = REQUESTS[name]!(domain);
  const answer = await management.send(path, { method, ...call, headers: { 'x-api-key': management.apiKey, ...call.headers } });
  return [{ method, path }, answer];
}

type Change<T> = (part: T) => void;
type DocumentChange = Change<OpenApiDocument>;

const response = ({ paths }: OpenApiDocument, method: string, path: string, status: string): Response =>
  paths[path]![method]!.responses[status]!;
const property = ({ components }: OpenApiDocument, schema: string, name: string): Schema => components.schemas[schema]!.properties![name]!;

function changed<T>(original: T, change: Change<T>): T {
  const copy = structuredClone(original);
  change(copy);
  return copy;
}

describe('the contract', () => {
  it('holds for real responses of every kind', async () => {
    const contract = new ApiContract(document);
    for (const name of Object.keys(REQUESTS)) {
      const [asked, answer] = await ask(name);
      expect({ name, violations: contract.findViolations(asked, answer) }).toEqual({ name, violations: [] });
    }
  });

  it.each<[string, string, DocumentChange, RegExp]>([
    ['a status that is not documented', 'list', ({ paths }) => delete paths['/v1/domain']!['get']!.responses['200'], /^status 200 is not/],
    ['an operation that is not documented', 'list', ({ paths }) => delete paths['/v1/domain']!['get'], /yet succeeds/],
    ['an address that is not documented', 'list', ({ paths }) => delete paths['/v1/domain'], /yet succeeds/],
    [
      'a media type that is not documented',
      'plain',
      (whole) => delete response(whole, 'get', '/v1/domain', '200').content!['text/plain'],
      /^type text\/plain is not among/,
    ],
    [
      'a body where none is documented',
      'list',
      (whole) => delete response(whole, 'get', '/v1/domain', '200').content,
      /none is documented/,
    ],
    [
      'no body where one is documented',
      'remove',
      (whole) => {
        response(whole, 'delete', '/v1/domain/{domain}/client/{clientId}', '200').content = { 'application/json': { schema: {} } };
      },
      /^type undefined is not among/,
    ],
    [
      'a property of another type',
      'details',
      (whole) => (property(whole, 'DomainDetailsResponse', 'statusDetail').type = 'boolean'),
      /must be boolean/,
    ],
    [
      'a property that is too short',
      'register',
      (whole) => (property(whole, 'DomainResponse', 'domain')['minLength'] = 300),
      /300 characters/,
    ],
    [
      'a property of another format',
      'register',
      (whole) => (property(whole, 'DomainResponse', 'domain')['format'] = 'date-time'),
      /\/domain must match format "date-time"/,
    ],
    [
      'a property that is not documented',
      'details',
      ({ components }) => {
        delete components.schemas['DomainDetailsResponse']!.properties!['statusDetail'];
        components.schemas['DomainDetailsResponse']!['required'] = [];
      },
      /must NOT have additional properties .*statusDetail/,
    ],
    [
      'a property that is missing',
      'provision',
      ({ components }) => {
        components.schemas['CreateClientResponse']!.properties!['name'] = { type: 'string' };
        components.schemas['CreateClientResponse']!['required'] = ['name'];
      },
      /must have required property 'name'/,
    ],
    [
      'a type of problem that is not documented',
      'absent',
      (whole) => {
        const { schema } = response(whole, 'get', '/v1/domain/{domain}/client', '404').content!['application/problem+json']!;
        schema.properties!['type']!.enum = ['/problems/client-not-found'];
      },
      /\/type must be equal to one of the allowed values/,
    ],
    [
      'a header of another form',
      'list',
      ({ components }) => (components.headers['X-Request-Id']!.schema = { type: 'integer' }),
      /header X-Request-Id: the value must be integer/,
    ],
    [
      'a header that is missing',
      'list',
      (whole) => (response(whole, 'get', '/v1/domain', '200').headers!['X-Other'] = { required: true, schema: { type: 'string' } }),
      /header X-Other is missing/,
    ],
  ])('is violated by %s', async (_breach, request, change, violation) => {
    const [asked, answer] = await ask(request);

    const violations = new ApiContract(changed(document, change)).findViolations(asked, answer);

    expect(violations).toEqual(expect.arrayContaining([expect.stringMatching(violation)]));
  });

  it.each<[string, string, Change<Answer>, RegExp]>([
    ['another status', 'list', (answer) => (answer.status = 299), /^status 299 is not among/],
    ['a refusal without its header', 'keyless', ({ headers }) => delete headers['www-authenticate'], /^header WWW-Authenticate is missing/],
    ['any answer without a request id', 'absent', ({ headers }) => delete headers['x-request-id'], /^header X-Request-Id is missing/],
    ['a body that is no JSON', 'list', (answer) => (answer.text = '[{'), /^the body is not JSON/],
    ['a problem of another status', 'absent', (answer) => (answer.text = answer.text.replace('404', '405')), /^the body says status 405/],
    ['a body for HEAD', 'head', (answer) => (answer.text = '[]'), /asked for by HEAD/],
    ['a refusal that is no problem document', 'nowhere', (answer) => (answer.headers['content-type'] = 'text/html'), /^type text\/html/],
    ['a refused method that succeeds', 'refused', (answer) => (answer.status = 200), /yet succeeds/],
    ['methods that are not named', 'options', ({ headers }) => delete headers['allow'], /^header Allow is missing/],
  ])('is violated by %s', async (_breach, request, change, violation) => {
    const [asked, answer] = await ask(request);

    const violations = new ApiContract(document).findViolations(asked, changed(answer, change));

    expect(violations).toEqual(expect.arrayContaining([expect.stringMatching(violation)]));
  });

  it('is checked with every response in a test', async () => {
    const { contract } = management;
    management.contract = new ApiContract(changed(document, ({ paths }) => delete paths['/v1/domain']!['get']!.responses['200']));

    await expect(management.as(management.apiKey).get('/v1/domain')).rejects.toThrow(/not as in the OpenAPI document: GET \/v1\/domain/);
    await expect(management.send('/v1/domain', { headers: { 'x-api-key': management.apiKey } })).rejects.toThrow(/status 200 is not among/);

    management.contract = contract;
  });
});
