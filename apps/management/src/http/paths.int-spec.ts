import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { eventually } from '../../../../test/support/eventually.js';
import { sendBytes, type Answer } from '../../../../test/support/http.js';
import { startManagement, type Caller, type StartedManagement } from '../../../../test/support/management.js';
import { fetchDocument, placesOf, type Place } from '../../../../test/support/openapi-document.js';

const SUB = '3f0c6a4e-8d5b-4f0e-9b52-2f4c1a7d1f11';

let database: TestDatabase;
let management: StartedManagement;
let caller: Caller;
let operations: Place[];
let domain: string;

beforeAll(async () => {
  database = await createTestDatabase();
  management = await startManagement(database.url, { WORKER: 'off' });
  caller = management.as(management.apiKey);
  operations = placesOf(await fetchDocument(management.url));
});

afterAll(async () => {
  await management.stop();
  await database.drop();
});

beforeEach(async () => {
  domain = await caller.registerDomain();
});

/** Sends a path unchanged, because HTTP clients resolve dot segments before they send. */
function sendRaw(method: string, path: string): Promise<Answer> {
  const headers = ['Host: localhost', `x-api-key: ${management.apiKey}`, 'Content-Length: 0', 'Connection: close'];
  return sendBytes(management.port, `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
}

/** The path of an operation, with an id of the right kind for each parameter or the values of `others`. */
function expandPath(template: string, others: Record<string, string> = {}): string {
  const ids: Record<string, string> = { domain, sub: SUB, ...others };
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'an-id');
}

async function isDomainPresent(): Promise<boolean> {
  return (await caller.get(`/v1/domain/${domain}`)).status === 200;
}

describe('paths with a trailing slash', () => {
  it('match no route', async () => {
    const answers = await Promise.all(operations.map(({ method, template }) => sendRaw(method, `${expandPath(template)}/`)));

    expect(answers.map(({ status, json }) => [status, (json as { type: string }).type])).toEqual(
      operations.map(() => [404, '/problems/not-found']),
    );
    expect(await isDomainPresent()).toBe(true);
  });

  it.each(['/healthz/', '/readyz/', '/metrics/', '/openapi.json/', '/docs/', '/dev/outbox/', '/v1/'])(
    'match no route: %s',
    async (path) => {
      const { status, json } = await sendRaw('GET', path);

      expect([status, (json as { type: string }).type]).toEqual([404, '/problems/not-found']);
    },
  );

  it.each(['client', 'user', 'provider'])('delete no domain in place of a %s with the id ..', async (resource) => {
    // fetch sends DELETE /v1/domain/{domain}/ for both: RFC 3986 section 5.2.4.
    for (const id of ['..', '%2e%2e']) {
      const url = `${management.url}/v1/domain/${domain}/${resource}/${id}`;
      expect((await fetch(url, { method: 'DELETE', headers: { 'x-api-key': management.apiKey } })).status).toBe(404);
    }
    expect(await isDomainPresent()).toBe(true);
  });
});

describe('dot segments', () => {
  it('are not a valid id, encoded or not', async () => {
    const cases = operations.flatMap(({ method, template }) =>
      [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
        ['.', '..', '%2E', '%2e.', '%2e%2E'].map((id) => ({ method, name, path: expandPath(template, { [name]: id }) })),
      ),
    );

    const answers = await Promise.all(cases.map(({ method, path }) => sendRaw(method, path)));

    expect(cases.length).toBeGreaterThan(100);
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      cases.map(({ name }) => [
        400,
        expect.objectContaining({ type: '/problems/invalid-request', errors: [expect.objectContaining({ pointer: name })] }),
      ]),
    );
    expect(await isDomainPresent()).toBe(true);
  });
});

describe('domain deletion log', () => {
  it('contains the address and the API key', async () => {
    await caller.delete(`/v1/domain/${domain}`);

    const [event] = await eventually(async () => {
      const found = management.events.filter((each) => each['msg'] === 'domain deleted' && each['domain'] === domain);
      return found.length > 0 ? found : null;
    });
    expect(event).toMatchObject({
      level: 'info',
      address: '127.0.0.1',
      apiKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subscription: expect.stringMatching(/^[0-9a-f-]{36}$/),
      requestId: expect.stringMatching(/\S/),
    });
  });
});
