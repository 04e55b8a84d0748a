/** How the client proves itself in the code. */
export type Proof =
  | { type: 'none' }
  | { type: 'secret' }
  /** A JWT signed by the client's own key. */
  | { type: 'key'; keyId: string | null }
  /** A JWT of an issuer that vouches for the client, which a file holds. */
  | { type: 'workload' };

/** What ready code needs to know of a client. */
export interface CodeInput {
  clientId: string;
  issuer: string;
  /** The base of the addresses of the OAuth server. */
  authUrl: string;
  proof: Proof;
  scopes: readonly string[];
  /** The audience of the API that tokens are for. */
  resource: string | null;
}

/** A parameter of a token request. `env` is read from the environment. */
export type Parameter = [name: string, value: string | { env: string }];

/** Code by the name of its language. */
export type Codes = Record<string, string>;

export const SECRET = 'CLIENT_SECRET';
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Quotes a text for JavaScript. */
export const js = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Quotes a text for Python and Go. */
export const quoted = (text: string) => JSON.stringify(text);

/** Quotes a word for a POSIX shell, if it needs quotes. */
export const shell = (word: string) => (/^[\w.,:/=~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`);

/** The parameters that name what a token is for. */
export function targetParameters({ resource, scopes }: Pick<CodeInput, 'resource' | 'scopes'>): Parameter[] {
  return [
    ...(resource === null ? [] : [['resource', resource] as Parameter]),
    ...(scopes.length > 0 ? [['scope', scopes.join(' ')] as Parameter] : []),
  ];
}

/** What code for a sign-in needs to know beside the client. */
export interface SignInInput extends CodeInput {
  redirectUri: string;
}

/** The parameters of the authorization request that stay the same. */
const authorizationParameters = (input: SignInInput): [string, string][] => [
  ['client_id', input.clientId],
  ['response_type', 'code'],
  ['redirect_uri', input.redirectUri],
  ...targetParameters(input).map(([name, value]): [string, string] => [name, String(value)]),
  ['code_challenge_method', 'S256'],
];

export const authorizationUrl = (input: SignInInput) =>
  `${input.authUrl.replace(/\/$/, '')}/connect/authorize?${new URLSearchParams(authorizationParameters(input)).toString()}`;

export const tokenUrl = (input: CodeInput) => `${input.authUrl.replace(/\/$/, '')}/connect/token`;

/** Members of `url.Values`, aligned as gofmt does. */
export function goMembers(members: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...members.map(([name]) => name.length));
  return members.map(([name, value]) => `\t\t"${name}":${' '.repeat(width - name.length + 1)}{${value}},`).join('\n');
}
