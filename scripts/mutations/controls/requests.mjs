/** Controls of incoming and outgoing requests, and of logs. */

/** @type {import('../mutation.mjs').Mutation[]} */
export const REQUESTS = [
  {
    control: 'an operation requires its permission',
    rule: 'OWASP ASVS 5.0 section 8.2.1',
    replacement: 'true',
    test: { file: 'permission-matrix.int-spec.ts', title: 'is denied to a key without permissions' },
  },
  {
    control: 'a key limited to domains reaches no other',
    rule: 'OWASP ASVS 5.0 section 8.2.2',
    replacement: 'true',
    test: { file: 'permission-matrix.int-spec.ts', title: 'answers a domain outside the list of the key as an absent one' },
  },
  {
    control: 'a key limited to networks is refused elsewhere',
    rule: 'OWASP ASVS 5.0 section 8.2.4',
    replacement: 'true',
    test: { file: 'permission-matrix.int-spec.ts', title: 'is denied to a key from an address outside its networks' },
  },
  {
    control: 'the connected address of an outgoing request is checked',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    test: { file: 'address-guard.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'a connection to another address is closed',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    replacement: 'true',
    test: {
      file: 'server-side-request-forgery.spec.ts',
      title: 'closes a connection to another address than the checked one before it sends any data',
    },
  },
  {
    control: 'outgoing requests resolve names to public addresses only',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    text: /\.filter\(.+\)(?=;)/,
    test: { file: 'address-guard.spec.ts', title: 'returns only its public addresses' },
  },
  {
    control: 'no setting permits requests to link-local addresses and cloud metadata',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    test: { file: 'allowed-targets.spec.ts', title: 'include %s' },
  },
  {
    control: 'no setting permits requests to the ports of the services',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    test: { file: 'allowed-targets.spec.ts', title: 'rejects the port %i of the services at every private address, under every name' },
  },
  {
    control: 'outgoing requests use https',
    rule: 'OWASP ASVS 5.0 section 12.3',
    test: { file: 'server-side-request-forgery.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'outgoing requests follow no redirect',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    text: "'manual'",
    replacement: "'follow'",
    test: { file: 'safe-fetch.client.spec.ts', title: 'returns the status of a redirect, and does not follow it' },
  },
  {
    control: 'the body of an outgoing request has a limit',
    rule: 'OWASP ASVS 5.0 section 4.2',
    test: { file: 'safe-fetch.client.spec.ts', title: 'rejects %s: %s' },
  },
  {
    control: 'a process does not start without its guard of outgoing requests',
    rule: 'OWASP ASVS 5.0 section 1.3.6 (SSRF)',
    test: { file: 'server-side-request-forgery.spec.ts', title: 'stops the start of a process whose requests %s' },
  },
  {
    control: 'a DNS reply has the id of its query',
    rule: 'RFC 5452 section 9.1',
    test: { file: 'dns-message.spec.ts', title: 'rejects a response with %s' },
  },
  {
    control: 'a DNS query is no reply',
    rule: 'RFC 1035 section 7.3',
    test: { file: 'dns-message.spec.ts', title: 'rejects a response with %s' },
  },
  {
    control: 'a DNS reply has the name of its query',
    rule: 'RFC 5452 section 9.1',
    test: { file: 'dns-message.spec.ts', title: 'rejects a response with %s' },
  },
  {
    control: 'requests are limited by API key',
    rule: 'OWASP ASVS 5.0 section 2.4.1',
    replacement: 'true',
    test: { file: 'rate-limit.middleware.spec.ts', title: 'rejects requests of an API key above the limit, but not those of another key' },
  },
  {
    control: 'wrong API keys are limited by address',
    rule: 'OWASP ASVS 5.0 section 6.3.1',
    replacement: 'false',
    test: { file: 'failed-authentication.limiter.spec.ts', title: 'rejects wrong keys beyond a number of them, until the window ends' },
  },
  {
    control: 'X-Forwarded-For counts from trusted proxies only',
    rule: 'RFC 7239 section 8.1',
    text: ' < ',
    replacement: ' <= ',
    test: {
      file: 'failed-authentication.limiter.spec.ts',
      title: 'counts by the address that a trusted proxy names, whatever the client claims',
    },
  },
  {
    control: 'a redirect URI has no fragment',
    rule: 'RFC 6749 section 3.1.2',
    test: { file: 'redirect-uri.spec.ts', title: 'rejects %s: %j' },
  },
  {
    control: 'a redirect URI has no user name',
    rule: 'RFC 9700 section 4.1',
    test: { file: 'redirect-uri.spec.ts', title: 'rejects %s: %j' },
  },
  {
    control: 'a redirect URI has no wildcard',
    rule: 'RFC 9700 section 4.1',
    replacement: 'false',
    test: { file: 'redirect-uri.spec.ts', title: 'rejects %s: %j' },
  },
  {
    control: 'a redirect URI uses https',
    rule: 'RFC 9700 section 4.1',
    replacement: 'true',
    test: { file: 'redirect-uri.spec.ts', title: 'rejects %s: %j' },
  },
  {
    control: 'a parameter is sent once',
    rule: 'RFC 6749 section 3.1',
    replacement: 'false',
    test: { file: 'request-limits.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'a request has a limited number of parameters',
    rule: 'OWASP ASVS 5.0 section 4.2',
    test: { file: 'request-limits.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'a token request of a browser takes the path with CORS',
    rule: 'RFC 9700 section 2.6',
    text: ", 'origin'",
    test: { file: 'fast-path-request.spec.ts', title: 'rejects a body with %j' },
  },
  {
    control: 'a body has no unknown properties',
    rule: 'OWASP ASVS 5.0 section 15.3.3 (mass assignment)',
    replacement: 'false',
    test: { file: 'request-body.pipe.spec.ts', title: 'rejects the unknown property %j, even if it is special in JavaScript' },
  },
  {
    control: 'a body has no properties that every JavaScript object has',
    rule: 'OWASP ASVS 5.0 section 15.3.6 (prototype pollution)',
    text: /\[\.\.\.[^,]+, /,
    replacement: '[',
    test: { file: 'request-body.pipe.spec.ts', title: 'rejects properties that every JavaScript object has, at any depth' },
  },
  {
    control: 'a body has a limited depth',
    rule: 'OWASP ASVS 5.0 section 4.2',
    replacement: '33',
    test: { file: 'request-body.pipe.spec.ts', title: 'limits the nesting to 32 levels' },
  },
  {
    control: 'the subject of a user does not change',
    rule: 'OpenID Connect Core section 2',
    test: { file: 'attributes.spec.ts', title: 'rejects %s' },
  },
  {
    control: 'a logged error has its type, message, code, stack and cause only',
    rule: 'OWASP ASVS 5.0 section 16.2.5',
    text: /return (\w+)/,
    replacement: 'return { ...arguments[0], ...$1 }',
    test: { file: 'logger.spec.ts', title: 'contain only type, message, code, stack and cause' },
  },
  {
    control: 'a request id of the caller is limited in length and characters',
    rule: 'OWASP ASVS 5.0 section 16.4.1',
    test: { file: 'request-event.spec.ts', title: "replaces the caller's %j by a new one" },
  },
  {
    control: 'request objects have asymmetric signatures',
    rule: 'RFC 9101 section 10.1',
    replacement: 'false',
    test: { file: 'request-object.spec.ts', title: 'rejects the signature algorithm %s' },
  },
  {
    control: 'a JWT for another purpose is no request object',
    rule: 'RFC 9101 section 10.8',
    test: { file: 'request-object.spec.ts', title: 'validates the typ %j: %s' },
  },
  {
    control: 'request objects are signed with a key of the client itself',
    rule: 'RFC 9101 section 6.2',
    text: /\.filter\(.+\)(?=;)/,
    test: { file: 'request-object-refusals.int-spec.ts', title: 'rejects a request object that %s' },
  },
  {
    control: 'the parameters of a request object have the limits of a request',
    rule: 'OWASP ASVS 5.0 section 4.2',
    text: / \?\? .+(?=;)/,
    test: { file: 'request-limits.spec.ts', title: 'enforces the limits of the parameters that the object contains: %s' },
  },
  {
    control: 'an API key is not sent to the target of a redirect',
    rule: 'OWASP ASVS 5.0 section 4.1',
    test: { file: 'api-client.spec.ts', title: 'follows no redirect, which would receive the API key' },
  },
];
