import { beforeAll, describe, expect, it } from '@jest/globals';
import { useAuthFixture } from '../auth.fixture.js';

const PATH = '/resource/orders/metadata';
const fixture = useAuthFixture();

beforeAll(async () => {
  const { rows } = fixture.auth;
  const scopes = JSON.stringify(['orders:read', 'orders:write'].map((scope) => ({ scope, description: scope })));
  const orders = { resource_id: 'orders', audience: 'https://orders.example.com/mcp', name: 'Orders', scopes };
  await rows.insert('resource', { domain_id: fixture.domain.id, ...orders });
  await rows.insert('resource', { domain_id: fixture.domain.id, resource_id: 'a.b~c', audience: 'urn:stock', name: 'Stock', scopes: '[]' });
  await rows.query(`UPDATE domain SET revision = nextval('revision') WHERE id = $1`, [fixture.domain.id]);
});

describe('metadata of a resource', () => {
  it('says which authorization server and scopes the API has: RFC 9728', async () => {
    const { status, headers, json } = await fixture.send(PATH);

    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=300']);
    expect(headers['content-type']).toMatch(/^application\/json\b/);
    expect(json).toEqual({
      resource: 'https://orders.example.com/mcp',
      authorization_servers: [fixture.domain.issuer],
      scopes_supported: ['orders:read', 'orders:write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Orders',
    });
  });

  it('omits scopes if there are none', async () => {
    expect((await fixture.send('/resource/a.b~c/metadata')).json).not.toHaveProperty('scopes_supported');
  });

  it('is readable by pages of every origin', async () => {
    const origin = 'https://inspector.example.com';
    const preflight = { Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'mcp-protocol-version' };

    expect((await fixture.send(PATH, { headers: { Origin: origin } })).headers['access-control-allow-origin']).toBe(origin);
    expect((await fixture.send(PATH)).headers['access-control-allow-origin']).toBe('*');
    expect(await fixture.send(PATH, { method: 'OPTIONS', headers: preflight })).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'mcp-protocol-version' },
    });
  });

  it.each(['/resource/stock/metadata', '/resource//metadata', '/resource/orders/metadata/', '/resource/orders'])(
    'does not exist at %s',
    async (path) => {
      expect((await fixture.send(path)).status).toBe(404);
    },
  );

  it('does not exist for a resource of another domain', async () => {
    const other = await fixture.auth.domain();
    await fixture.auth.rows.insert('resource', { domain_id: other.id, resource_id: 'theirs' });

    expect((await fixture.send('/resource/theirs/metadata')).status).toBe(404);
  });
});
