import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { fetchDocument, parametersOf, placesOf } from '../../../../test/support/openapi-document.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
let domain: string;

beforeEach(async () => {
  domain = await fixture.caller.registerDomain();
});

function expandPath(template: string): string {
  return template.replace('{domain}', domain).replaceAll(/\{\w+\}/g, 'an-id');
}

function getErrors({ json }: Answer): { pointer: string; detail: string }[] {
  return (json as { errors: { pointer: string; detail: string }[] }).errors;
}

const BODIES: Record<string, string> = {
  applyConfiguration: '{"version":1}',
  provisionIdentityProvider: '{"issuer":"https://idp.example.com","clientId":"latchkey"}',
};

describe('query parameters', () => {
  it('rejects unknown parameters with their names, in every operation', async () => {
    const document = await fetchDocument(fixture.management.url);
    const operations = placesOf(document);

    const answers = await Promise.all(
      operations.map(({ method, template, operation: { operationId } }) => {
        // An operation with a body and parameters reads the body first.
        const body = BODIES[operationId];
        const call = body ? { method, headers: { 'Content-Type': 'application/json' }, body } : { method };
        return fixture.caller.send(`${expandPath(template)}?department=x&Limit=1&__proto__=1`, call);
      }),
    );

    const expected = operations.map(({ operation }) => {
      const names = parametersOf(document, operation)
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => name)
        // Stands for the name of any attribute.
        .filter((name) => name !== 'attribute.NAME')
        .toSorted();
      return [
        400,
        [
          ['department', names],
          ['Limit', names],
          ['__proto__', names],
        ],
      ];
    });
    const listNames = (detail: string) =>
      /which accepts (.*)$/
        .exec(detail)?.[1]
        ?.split(', ')
        .filter((name) => name !== 'none')
        .toSorted();
    expect(answers.map((answer) => [answer.status, getErrors(answer).map(({ pointer, detail }) => [pointer, listNames(detail)])])).toEqual(
      expected,
    );
    expect((await fixture.caller.get(`/v1/domain/${domain}`)).status).toBe(200);
  });

  it('reports all errors in one response', async () => {
    const answer = await fixture.caller.get(`/v1/domain/${domain}/user?limit=0&department=x&offset=-1`);

    expect(getErrors(answer).map(({ pointer }) => pointer)).toEqual(['department', 'limit', 'offset']);
  });

  it('requires a key before parsing the query', async () => {
    const { status } = await fixture.management.send(`/v1/domain/${domain}/user?department=x`);

    expect(status).toBe(401);
  });

  it.each(['2026-01-31T00:00:00+00:00', '2026-01-31T00:00:00.5+05:30'])('advises writing %%2B in the time %s', async (time) => {
    const [raw, escaped] = [
      await fixture.caller.get(`/v1/domain/${domain}/log?from=${time}`),
      `/v1/domain/${domain}/log?from=${encodeURIComponent(time)}`,
    ];

    expect(getErrors(raw)).toEqual([{ pointer: 'from', detail: expect.stringContaining('write %2B') }]);
    expect((await fixture.caller.get(escaped)).status).toBe(200);
  });

  it('reports an invalid period of usage together with other errors', async () => {
    const answer = await fixture.caller.get(`/v1/domain/${domain}/usage?from=2026-02-01&to=2026-01-01&days=3`);

    expect(getErrors(answer).map(({ pointer }) => pointer)).toEqual(['days', 'from']);
  });
});

describe('lists and conditional requests', () => {
  it('send no ETag, and ignore If-None-Match', async () => {
    const lists = placesOf(await fetchDocument(fixture.management.url)).filter(
      ({ method, operation }) => method === 'GET' && /^(list|get)/.test(operation.operationId) && !('304' in operation.responses),
    );
    const paths = lists.map(({ template }) => expandPath(template));

    const answers = await Promise.all(paths.map((path) => fixture.caller.get(path, { 'If-None-Match': '*' })));

    expect(paths).toContain('/v1/domain');
    expect(answers.filter(({ status, headers }) => status === 304 || headers['etag'] !== undefined)).toEqual([]);
  });
});
