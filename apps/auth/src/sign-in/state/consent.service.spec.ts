import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { STANDARD_SCOPE_CLAIMS } from '@latchkey/oauth';
import type { ServedResource } from '@latchkey/persistence';
import { CachedResource } from '../../domain/cached-resource.js';
import type { SignInContext } from '../context/sign-in-context.js';
import type { UserLookupService } from './user-lookup.service.js';
import { ConsentService } from './consent.service.js';

const SCOPE_OF_CLIENT = 'openid profile email';
/** Both claims of the `email` scope, one of `phone`, which the client may not have, one without a scope, and protocol claims. */
const CLAIMS = JSON.stringify({
  userinfo: { nickname: null, phone_number: { essential: true }, department: null },
  id_token: { email: null, nickname: null, acr: { essential: true }, sub: null, auth_time: null },
});

const ORDERS: ServedResource = {
  resourceId: 'orders',
  audience: 'https://orders.example.com',
  name: 'Orders',
  scopes: [
    { scope: 'read', description: 'Read your orders' },
    { scope: 'write', description: 'Change your orders' },
    { scope: 'delete', description: 'Delete your orders' },
  ],
  accessTokenExpiry: null,
  tokenFormat: 'Jwt',
  signingAlgorithm: null,
  enforceRoles: false,
};
const CLIENT = { clientId: 'shop', scope: SCOPE_OF_CLIENT, resources: [{ resourceId: 'orders', scopes: ['read', 'write'] }], roles: [] };

/** What the page lists after "may:". */
async function listAccess(params: Record<string, string>): Promise<string[]> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  let html = '';
  response.end = ((body: Buffer) => (html = body.toString('utf8'))) as never;
  const interaction = { uid: 'x', params, client: CLIENT, session: { sub: 'ada' } };
  const orders = new CachedResource(ORDERS, []);
  const domain = { claimLists: STANDARD_SCOPE_CLAIMS, resources: new Map([[orders.audience, orders]]) };
  const pageContext = { domain: 'acme.example.com', branding: null, language: 'en' };
  const context = { response, interaction, domain, csrf: 'x', pageContext, identityProviders: [] } as unknown as SignInContext;
  const users = { findDisplayName: async () => 'Ada' } as unknown as UserLookupService;
  await new ConsentService(users).show(context);
  return [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, text = '']) => text.replaceAll(/<[^>]*>/g, ''));
}

describe('consent page', () => {
  it('lists each requested claim that the scope of the client could bring, and no other', async () => {
    expect(await listAccess({ scope: 'openid', claims: CLAIMS })).toEqual([
      'know that it is you',
      'see “email” from your account',
      'see “nickname” from your account',
    ]);
  });

  it('describes the scopes of the APIs that the request names', async () => {
    const asked = { scope: 'openid write read', resource: ORDERS.audience };

    expect(await listAccess(asked)).toEqual(['know that it is you', 'Read your orders', 'Change your orders']);
    expect(await listAccess({ scope: 'openid read' })).toEqual(['know that it is you', 'use “read”']);
  });

  it('does not list a claim together with its scope', async () => {
    expect(await listAccess({ scope: 'openid email', claims: CLAIMS })).toEqual([
      'know that it is you',
      'see your email address',
      'see “nickname” from your account',
    ]);
  });
});
