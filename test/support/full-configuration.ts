/** A configuration in which every section and every part of a client has something. @param issuer of a reachable identity provider */
export function createFullConfiguration(issuer: string) {
  return {
    version: 1,
    clients: {
      orders: {
        clientType: 'Confidential',
        grantType: 'ClientCredentials',
        scope: 'read write',
        audiences: ['https://shop.example.com'],
        accessTokenExpiry: 600,
        authentication: {
          methods: [
            { type: 'ClientSecret' },
            { type: 'FederatedJwt', issuer: 'https://cluster.example.com', subject: 'system:serviceaccount:shop:orders' },
          ],
          senderConstraint: 'DPoP',
        },
        signing: { accessToken: 'PS256' },
        claims: { accessToken: { tenant: 'acme', plan: ['gold', null], limit: 1.5 } },
        grants: {
          clientCredentials: false,
          deviceCode: false,
          scim: true,
          tokenExchange: { mode: 'Delegation', resources: { stock: ['stock:read'] } },
          jwtBearer: {
            issuers: [
              {
                issuer: 'https://acme.idp.example',
                jwks: null,
                jwksUri: 'https://acme.idp.example/keys',
                subjectClaim: 'oid',
                resources: { stock: ['stock:read'] },
              },
            ],
          },
          idJag: {
            audiences: [{ issuer: 'https://chat.example', clientId: 'orders', resources: { 'https://chat.example/api': ['read'] } }],
          },
        },
        resources: { stock: { scopes: ['stock:read', 'stock:write'] } },
        roles: ['clerk'],
        presentation: {
          name: 'Orders',
          policyUri: 'https://www.example.com/privacy',
          kind: 'Agent',
          expiresAt: '2099-01-31T00:00:00.000Z',
        },
        quota: { tokensPerMinute: 600, monitorOnly: false },
      },
      portal: {
        clientType: 'Public',
        grantType: 'AuthorizationCode',
        scope: 'openid profile',
        redirectUris: ['https://portal.example.com/callback'],
        providers: ['northwind'],
        allowLocalLogin: true,
        refreshToken: { leewaySeconds: 10 },
        active: { active: false },
        backchannelLogout: { uri: 'https://portal.example.com/logout', sessionRequired: true },
      },
    },
    scopes: { accessToken: [{ scope: 'read', claims: ['email'] }], idToken: [{ scope: 'profile', claims: ['name', 'picture'] }] },
    resources: {
      stock: {
        audience: 'https://stock.example.com',
        name: 'Stock',
        scopes: [
          { scope: 'stock:read', description: 'Read the stock' },
          { scope: 'stock:write', description: 'stock:write' },
        ],
        tokenFormat: 'Jwt',
        signingAlgorithm: 'EdDSA',
        enforceRoles: true,
      },
    },
    roles: { clerk: { description: 'Counts', permissions: [{ resource: 'stock', scopes: ['stock:read'] }] } },
    providers: {
      northwind: {
        issuer,
        clientId: 'latchkey',
        clientSecret: 'secret-of-northwind',
        displayName: 'Northwind',
        requiredClaims: { hd: 'example.com' },
      },
    },
    mailSender: { name: 'Northwind', address: 'no-reply@northwind.example' },
    branding: { name: 'Northwind Bank', accentColor: '#1d4f91', corners: 'Round', font: 'Serif', backgroundColor: '#f2f4f7' },
    pageTexts: { de: { 'sign-in-heading': 'Willkommen' }, en: { cancel: 'Go back', 'sign-in-heading': 'Welcome' } },
    webhooks: { '0b2f6f5e-3a52-4d7f-9a55-0c8f4a0f5b11': { url: 'https://app.example.com/hook', eventTypes: ['client.*'], enabled: false } },
    signing: { idToken: 'ES256', accessToken: 'EdDSA' },
    signIn: { secondFactor: 'Always', accountDeletion: false, signUp: 'Open', editableAttributes: ['locale', 'name'] },
    logRetention: { days: 90, personalDays: 30 },
    clientRegistration: {
      metadataDocuments: { enabled: true, hosts: ['app.example.com'], resources: ['stock'] },
      dynamicRegistration: { enabled: false, requireInitialAccessToken: true, resources: ['stock'] },
    },
  };
}
