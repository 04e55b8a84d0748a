import * as fc from 'fast-check';

const NAMES = ['a', 'b-1', 'c.d', '1', '42', 'constructor', '__proto__', '~x', 'Z'];
const SCOPES = ['read', 'write', 'a:b', "it's", 'x'];
const TEXT = fc.oneof(
  fc.constantFrom('A', 'Größe', '"quoted"', 'a: b', '# no', 'yes', '0x10', '😀', "l'été"),
  fc.stringMatching(/^[A-Za-z0-9]{1,20}$/),
);
const EXPIRY = fc.constantFrom(60, 300, 86_400);

const optional = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.option(fc.option(values, { nil: null }), { nil: undefined });
const some = <T>(items: readonly T[]): fc.Arbitrary<T[]> =>
  fc.subarray([...items]).chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));

function membersOf<T>(names: readonly string[], member: (name: string) => fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .subarray([...names])
    .chain((chosen) => fc.tuple(...chosen.map((name) => member(name).map((value): [string, T] => [name, value]))))
    .map((entries) => Object.fromEntries(entries));
}

type Resources = Record<string, { scopes?: { scope: string }[] | null | undefined }>;

const RESOURCES: fc.Arbitrary<Resources> = membersOf(
  NAMES.filter((name) => name !== 'constructor' && name !== '__proto__'),
  (name) =>
    fc.record(
      {
        audience: fc.constantFrom('urn:', 'https://api.example.com/').map((prefix) => prefix + name),
        name: TEXT,
        scopes: fc.uniqueArray(fc.record({ scope: fc.constantFrom(...SCOPES), description: optional(TEXT) }, { requiredKeys: ['scope'] }), {
          selector: ({ scope }) => scope,
          maxLength: 4,
        }),
        accessTokenExpiry: optional(EXPIRY),
        tokenFormat: optional(fc.constantFrom('Jwt', 'Opaque')),
        enforceRoles: optional(fc.boolean()),
      },
      { requiredKeys: ['audience', 'name'] },
    ),
) as fc.Arbitrary<Resources>;

/** Some scopes of some resources. */
function grantsOf(resources: Resources): fc.Arbitrary<Record<string, string[]>> {
  return membersOf(Object.keys(resources), (id) => some((resources[id]!.scopes ?? []).map(({ scope }) => scope)));
}

const CLAIMS = fc.dictionary(
  fc.constantFrom('tenant', 'plan', 'level', 'né', 'a b'),
  fc.oneof(
    TEXT,
    fc.constantFrom<unknown>(0, -0, 1.5, -3, true, null),
    fc.array(TEXT, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y'), fc.integer()),
  ),
);

function clientOf(name: string, resources: Resources, roles: readonly string[]): fc.Arbitrary<object> {
  const common = {
    scope: some(['openid', 'read', 'write']).map((list) => (list.length === 0 ? 'read' : list.join(' '))),
    audiences: optional(fc.constant(['https://a.example.com'])),
    accessTokenExpiry: optional(EXPIRY),
    idTokenExpiry: optional(EXPIRY),
    signing: optional(
      fc.record(
        { idToken: optional(fc.constantFrom('RS256', 'ES256')), accessToken: optional(fc.constantFrom('ES256', 'RS256')) },
        { requiredKeys: [] },
      ),
    ),
    claims: optional(fc.record({ accessToken: CLAIMS })),
    resources: optional(
      grantsOf(resources).map((grants) => Object.fromEntries(Object.entries(grants).map(([id, scopes]) => [id, { scopes }]))),
    ),
    roles: optional(some(roles)),
    refreshToken: optional(fc.record({ leewaySeconds: fc.constantFrom(0, 5, 60) })),
    quota: optional(
      fc.record(
        {
          tokensPerMinute: optional(fc.constantFrom(1, 600)),
          tokensPerDay: optional(fc.constantFrom(1, 1_000_000_000)),
          monitorOnly: optional(fc.boolean()),
        },
        { requiredKeys: [] },
      ),
    ),
    active: optional(fc.record({ active: fc.boolean() })),
    backchannelLogout: optional(
      fc.record({ uri: fc.constant('https://app.example.com/out'), sessionRequired: optional(fc.boolean()) }, { requiredKeys: ['uri'] }),
    ),
  };
  const method = fc.constantFrom<object>(
    { type: 'ClientSecret' },
    { type: 'FederatedJwt', issuer: 'https://cluster.example.com', subject: `system:${name}` },
    { type: 'TlsClientAuth', sanDns: `${name.replaceAll(/\W|_/g, 'x')}.example.com` },
  );
  const requiredKeys = ['clientType', 'grantType', 'scope'];
  const confidential = fc.record(
    {
      clientType: fc.constant('Confidential'),
      grantType: fc.constantFrom('ClientCredentials', 'AuthorizationCode'),
      ...common,
      redirectUris: optional(fc.constant(['https://app.example.com/cb'])),
      authentication: optional(
        fc.record(
          { methods: fc.uniqueArray(method, { minLength: 1, maxLength: 3 }), senderConstraint: optional(fc.constant('DPoP')) },
          { requiredKeys: ['methods'] },
        ),
      ),
      grants: optional(
        fc.record(
          {
            clientCredentials: optional(fc.boolean()),
            deviceCode: optional(fc.boolean()),
            scim: optional(fc.boolean()),
            tokenExchange: optional(fc.record({ mode: fc.constantFrom('Delegation', 'Impersonation'), resources: grantsOf(resources) })),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: requiredKeys as never },
  );
  return confidential;
}

/** Documents with all sections but identity providers, in which every reference holds. Members are absent, null or set. */
export const CONFIGURATIONS: fc.Arbitrary<object> = RESOURCES.chain((resources) =>
  membersOf(['clerk', 'admin', 'r-1'], () =>
    fc.record(
      {
        description: optional(TEXT),
        permissions: optional(
          grantsOf(resources).map((grants) =>
            Object.entries(grants)
              .map(([resource, scopes]) => ({ resource, scopes }))
              .toReversed(),
          ),
        ),
      },
      { requiredKeys: [] },
    ),
  ).chain((roles) =>
    fc.record({
      version: fc.constant(1),
      resources: fc.constant(resources),
      roles: fc.constant(roles),
      clients: membersOf(NAMES, (name) => clientOf(name, resources, Object.keys(roles))),
      scopes: fc.record(
        {
          accessToken: fc.uniqueArray(fc.record({ scope: fc.constantFrom(...SCOPES), claims: optional(some(['email', 'name', 'né'])) }), {
            selector: ({ scope }) => scope,
          }),
        },
        { requiredKeys: [] },
      ),
      branding: fc.record({ name: optional(TEXT), accentColor: optional(fc.constantFrom('#1D4F91', '#000000')) }, { requiredKeys: [] }),
      webhooks: membersOf(['0b2f6f5e-3a52-4d7f-9a55-0c8f4a0f5b11', '5d0c1b62-9e0a-4bb7-8f7e-3f6a1f5f6c22'], () =>
        fc.record(
          {
            url: fc.constant('https://app.example.com/hook'),
            eventTypes: optional(fc.constantFrom(['*'], ['client.*', 'user.created'])),
            enabled: optional(fc.boolean()),
            description: optional(TEXT),
          },
          { requiredKeys: ['url'] },
        ),
      ),
      signing: fc.record({ idToken: fc.constantFrom('RS256', 'ES256') }, { requiredKeys: [] }),
      mailSender: fc.record(
        { name: optional(fc.constantFrom('Acme', 'Ü')), address: optional(fc.constantFrom('a@B.example', 'c@d.example')) },
        { requiredKeys: [] },
      ),
      pageTexts: fc.dictionary(fc.constantFrom('de', 'en', 'ja'), fc.record({ 'sign-in-heading': fc.constantFrom('Willkommen', 'Hallo') })),
      signIn: fc.record(
        {
          secondFactor: fc.constantFrom('Always', 'AsClientsAsk'),
          accountDeletion: fc.boolean(),
          signUp: fc.constantFrom('Off', 'ByInvitation', 'Open'),
          editableAttributes: some(['locale', 'name']),
        },
        { requiredKeys: [] },
      ),
      logRetention: fc.record({ days: fc.constantFrom(90, 400), personalDays: fc.constantFrom(30, 90) }),
      clientRegistration: fc.record(
        {
          metadataDocuments: optional(
            fc.record(
              { enabled: fc.boolean(), hosts: optional(some(['app.example.com', 'localhost'])), resources: some(Object.keys(resources)) },
              { requiredKeys: [] },
            ),
          ),
          dynamicRegistration: optional(fc.record({ enabled: fc.boolean() }, { requiredKeys: [] })),
        },
        { requiredKeys: [] },
      ),
    }),
  ),
);
