import { InvalidTokenError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import express from 'express';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';

const { ISSUER = 'http://localhost:3001', RESOURCE_ID = 'notes', PORT = '4002' } = process.env;
const ORIGIN = `http://localhost:${PORT}`;
/** The `audience` of the resource: what tokens are for. */
const RESOURCE = `${ORIGIN}/mcp`;
/** Where clients look for the metadata of RESOURCE: RFC 9728 section 3.1. */
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

const keys = createRemoteJWKSet(new URL(`${ISSUER}/.well-known/jwks.json`));

/** Clients ask for the scopes of a challenge. This one gives them refresh tokens; access tokens do not have it. */
const OFFLINE = 'offline_access';

/** Reads access tokens: RFC 9068. */
const verifier = {
  async verifyAccessToken(token) {
    try {
      const required = { issuer: ISSUER, audience: RESOURCE, typ: 'at+jwt', requiredClaims: ['exp', 'sub'] };
      const { payload } = await jwtVerify(token, keys, required);
      // A stolen token that is bound to a key must not work without it.
      if (payload.cnf) throw new InvalidTokenError('the token is bound to a key');
      const { client_id: clientId, scope = '', exp: expiresAt, sub } = payload;
      return { token, clientId, scopes: [...scope.split(' '), OFFLINE], expiresAt, resource: new URL(RESOURCE), extra: { sub } };
    } catch (error) {
      throw error instanceof errors.JOSEError ? new InvalidTokenError(error.code) : error;
    }
  },
};

/** Refuses requests without the scope by 401 or 403, with a challenge that leads to the metadata and names the scope. */
const requireScope = (scope) =>
  requireBearerAuth({ verifier, requiredScopes: [scope, OFFLINE], resourceMetadataUrl: `${ORIGIN}${METADATA_PATH}` });
const [reading, writing] = [requireScope('notes:read'), requireScope('notes:write')];
const WRITING_TOOLS = ['add_note'];

/** Asks for the scope of the tool that a request calls. */
function guard(request, response, next) {
  const messages = [request.body].flat();
  const isWriting = messages.some((message) => message?.method === 'tools/call' && WRITING_TOOLS.includes(message.params?.name));
  return (isWriting ? writing : reading)(request, response, next);
}

const notes = ['Buy a lamp'];

function createServer() {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  const say = (text) => ({ content: [{ type: 'text', text }] });
  server.registerTool('list_notes', { description: 'List all notes' }, () => say(notes.join('\n')));
  server.registerTool('add_note', { description: 'Add a note', inputSchema: { text: z.string() } }, ({ text }, { authInfo }) => {
    notes.push(text);
    return say(`added for ${authInfo.extra.sub}`);
  });
  return server;
}

const app = express();
app.get(METADATA_PATH, async (request, response) => {
  const metadata = await fetch(`${ISSUER}/resource/${RESOURCE_ID}/metadata`);
  response.status(metadata.status).json(await metadata.json());
});
app.post('/mcp', express.json(), guard, async (request, response) => {
  const [server, transport] = [createServer(), new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })];
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, request.body);
});
app.all('/mcp', (request, response) => response.status(405).set('Allow', 'POST').end());

app.listen(Number(PORT), '127.0.0.1', () => console.log(`${RESOURCE} wants tokens of ${ISSUER}`));
