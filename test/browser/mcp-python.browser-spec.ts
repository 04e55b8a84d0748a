import { afterEach, describe, expect, it } from '@jest/globals';
import { useMcpFixture } from '../support/mcp/mcp-fixture.js';
import { PythonMcpClient } from '../support/mcp/python-client.js';

const fixture = useMcpFixture();
let client: PythonMcpClient | undefined;

afterEach(() => client?.stop());

describe('the official Python MCP client', () => {
  it('connects to a server from nothing, calls a tool, and refreshes its token', async () => {
    const user = await fixture.signIn.world.user('lee.of.the.notes');
    client = new PythonMcpClient(fixture.mcpUrl, fixture.clientId);

    const authorizationUrl = await client.waitForAuthorization();
    expect(new URL(authorizationUrl).searchParams.get('client_id')).toBe(fixture.clientId);
    await fixture.allow(authorizationUrl, user);

    expect(await client.waitForEnd()).toContain('refreshed True');
    expect([client.read('client'), client.read('notes')]).toEqual([
      ['none', fixture.clientId],
      ['Buy a lamp', 'Buy a lamp'],
    ]);
    expect(client.read('authorize')).toHaveLength(1);
  }, 120_000);
});
