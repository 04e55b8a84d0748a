import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { kindOf, type Answer } from '../../../../test/support/http.js';
import { useManagementFixture } from '../../../../test/support/management-fixture.js';
import { MAX_MEMBERS } from '../http/duplicate-keys.js';
import { MAX_ENTRIES } from '../http/entry-count.js';

const fixture = useManagementFixture({ RATE_LIMIT: 'off' });
const SERVICE = { clientType: 'Confidential', grantType: 'ClientCredentials', scope: 'read' };
let path: string;

beforeAll(async () => {
  path = `/v1/domain/${await fixture.caller.registerDomain()}/configuration`;
});

function apply(document: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  return fixture.caller.send(path, { method: 'PUT', headers: { 'Content-Type': 'application/json', ...headers }, body });
}

it('accepts a document of more than 256 KiB, but not of more than 16 MiB', async () => {
  const clients = Object.fromEntries(Array.from({ length: 3_000 }, (_none, n) => [`client-number-${n}`, SERVICE]));
  expect(Buffer.byteLength(JSON.stringify(clients))).toBeGreaterThan(262_144);

  expect(((await apply({ version: 1, clients })) as { json: { changes: object[] } }).json.changes).toHaveLength(3_000);
  const large = await apply({ version: 1, branding: { name: 'x'.repeat(16 * 1_048_576) } });
  expect(large).toMatchObject({ status: 413, json: { detail: 'The body must not exceed 16 MiB.' } });
});

describe('a large document', () => {
  const LARGE = { version: 1, branding: { name: 'x'.repeat(300_000) } };

  it('is read only for callers who may apply it', async () => {
    const headers = { 'x-api-key': await createKey(['branding:write', 'domain:read']) };

    expect(await apply(LARGE, headers)).toMatchObject({ status: 403, json: { detail: expect.stringContaining('domain:write') } });
    expect(kindOf(await apply('{"version":1', headers))).toBe('400 /problems/malformed-json');
  });

  it.each([
    ['application/json', `{"version":1,"x":[${'1,'.repeat(MAX_ENTRIES)}1]}`],
    ['application/yaml', `version: 1\nx:${'\n- 1'.repeat(MAX_ENTRIES)}`],
    ['application/yaml', `version: 1\nx: [${'1,'.repeat(MAX_ENTRIES)}]`],
    ['application/yaml', `version: 1\nx:${`\n${'- '.repeat(25)}1`.repeat(MAX_ENTRIES / 25)}`],
  ])('must not have too many entries as %s', async (type, body) => {
    const answer = await apply(body, { 'Content-Type': type });

    expect(answer).toMatchObject({
      status: 400,
      json: { errors: [{ pointer: '', detail: `must have at most ${MAX_ENTRIES} members and items in all` }] },
    });
  });

  it.each([
    ['application/json', (members: string[]) => `{"version":1,"roles":{${members.map((name) => `"${name}":{}`).join(',')}}}`, '/roles'],
    ['application/yaml', (members: string[]) => `version: 1\nroles: {${members.map((name) => `${name}: {}`).join(', ')}}`, ''],
  ])('must not have an object with too many members as %s', async (type, write, pointer) => {
    const answer = await apply(write(Array.from({ length: MAX_MEMBERS + 1 }, (_none, n) => `r${n}`)), { 'Content-Type': type });

    expect(answer).toMatchObject({ status: 400, json: { errors: [{ pointer, detail: `must have at most ${MAX_MEMBERS} members` }] } });
  });

  it('is read once the one before is answered, while small ones are not held up', async () => {
    const address = new URL(fixture.management.url);
    const slow = connect(Number(address.port), address.hostname);
    const head = [`PUT ${path} HTTP/1.1`, `Host: ${address.host}`, `x-api-key: ${fixture.caller.apiKey}`];
    slow.write(
      [...head, 'Content-Type: application/json', 'Content-Length: 300000', 'Expect: 100-continue', '', '{"version":1'].join('\r\n'),
    );
    await once(slow, 'data');
    // Is authenticated later than the slow one, which has its turn then.
    expect((await apply({ version: 1 })).status).toBe(200);
    let isAnswered = false;
    const large = apply(LARGE).finally(() => (isAnswered = true));

    expect((await apply({ version: 1 })).status).toBe(200);
    expect(isAnswered).toBe(false);
    slow.destroy();
    expect((await large).status).toBe(400);
  });
});

async function createKey(permissions: readonly string[]): Promise<string> {
  return ((await fixture.caller.post('/v1/api-key', { name: 'limited', permissions })).json as { apiKey: string }).apiKey;
}
