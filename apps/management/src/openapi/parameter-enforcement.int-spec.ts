import { beforeAll, describe, expect, it } from '@jest/globals';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';

const fixture = useManagementFixture();
let domainPath: string;

beforeAll(async () => {
  domainPath = `/v1/domain/${await fixture.caller.registerDomain()}`;
});

describe('OpenAPI document of parameters', () => {
  it.each([
    [
      'GET',
      'from',
      ['1970-01-01', '2026-02-28', '2024-02-29', '2026-11-30', '2000-02-29'],
      ['1969-12-31', '2026-02-29', '2026-11-31', '1900-02-29', '2026-1-1', '0000-01-01', '2026-13-01', 'x', ''],
    ],
  ])('states what the service enforces for the dates of usage: %s %s', async (method, name, good, bad) => {
    const { json } = await fixture.management.send('/openapi.json');
    const { parameters } = (json as { paths: Record<string, { get: { parameters: { name?: string; schema: { pattern: string } }[] } }> })
      .paths['/v1/domain/{domain}/usage']!.get;
    const { pattern } = parameters.find((parameter) => parameter.name === name)!.schema;

    const outcomes = await Promise.all(
      [...good, ...bad].map(async (day) => {
        const { status } = await fixture.caller.send(`${domainPath}/usage?from=${day}&to=${good.includes(day) ? day : '2026-01-01'}`, {
          method,
        });
        return [day, status === 200, new RegExp(pattern, 'u').test(day)];
      }),
    );

    expect(outcomes).toEqual([...good.map((day) => [day, true, true]), ...bad.map((day) => [day, false, false])]);
  });

  it.each([
    ['*', true],
    ['"x"', true],
    [',"x"', true],
    [' , W/"x" ,, "y",', true],
    ['""', true],
    ['"x" , *', false],
    ['"x" "y"', false],
    ['x', false],
    [',', false],
    ['"a b"', false],
    ['w/"x"', false],
    ['W/ "x"', false],
  ])('states what the service enforces for the headers If-Match and If-None-Match: %s', async (value, isGood) => {
    const { json } = await fixture.management.send('/openapi.json');
    const { parameters } = (json as { components: { parameters: Record<string, { schema: { pattern: string } }> } }).components;
    const headers = { 'If-None-Match': value };
    const { status } = await fixture.caller.get(`${domainPath}/branding`, headers);

    for (const name of ['IfMatch', 'IfNoneMatch']) expect(new RegExp(parameters[name]!.schema.pattern, 'u').test(value)).toBe(isGood);
    expect(status).toBe(isGood ? (value === '*' ? 304 : 200) : 400);
  });

  it.each([
    ['a', true],
    ['"a"', true],
    ['x'.repeat(255), true],
    [`"${'x'.repeat(255)}"`, true],
    ['', false],
    ['a b', false],
    ['"', false],
    ['x'.repeat(256), false],
  ])('states what the service enforces for the header Idempotency-Key: %s', async (key, isGood) => {
    const { status } = await fixture.caller.post('/v1/domain', undefined, { 'Idempotency-Key': key });
    const { json } = await fixture.management.send('/openapi.json');
    const { pattern } = (json as { components: { parameters: { IdempotencyKey: { schema: { pattern: string } } } } }).components.parameters
      .IdempotencyKey.schema;

    expect({ status, stated: new RegExp(pattern, 'u').test(key) }).toEqual({ status: isGood ? 201 : 400, stated: isGood });
  });
});
