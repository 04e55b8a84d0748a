import { buildGoAssertion, buildNodeAssertion, buildPythonAssertion } from './assertion.js';
import {
  ASSERTION_TYPE,
  goMembers,
  js,
  quoted,
  SECRET,
  shell,
  targetParameters,
  type CodeInput,
  type Codes,
  type Parameter,
} from './code-input.js';

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token';
/** The environment variable of the access token that an API received. */
const RECEIVED: Parameter[1] = { env: 'TOKEN' };

/** Code with which a service gets an access token for itself (RFC 6749 section 4.4). */
export function buildServiceCodes(input: CodeInput): Codes {
  return buildPost(input, '/connect/token', [['grant_type', 'client_credentials'], ...targetParameters(input)]);
}

/** Code with which an API checks a token by introspection (RFC 7662). */
export function buildIntrospectionCodes(input: CodeInput): Codes {
  return buildPost(input, '/connect/introspect', [['token', RECEIVED]]);
}

/** Code with which an API gets a token of the same person for the next API (RFC 8693). */
export function buildExchangeCodes(input: CodeInput): Codes {
  return buildPost(input, '/connect/token', [
    ['grant_type', TOKEN_EXCHANGE],
    ['subject_token_type', ACCESS_TOKEN],
    ['subject_token', RECEIVED],
    ...targetParameters(input),
  ]);
}

/** Code that posts a form as the client, and prints the answer. */
function buildPost(input: CodeInput, path: string, parameters: Parameter[]): Codes {
  const endpoint = input.authUrl.replace(/\/$/, '') + path;
  return {
    curl: curl(input, endpoint, parameters),
    'Node.js': node(input, endpoint, parameters),
    Python: python(input, endpoint, parameters),
    Go: go(input, endpoint, parameters),
  };
}

export const hasAssertion = ({ proof }: CodeInput) => proof.type === 'key' || proof.type === 'workload';

/** The lines of curl that prove the client. */
export function curlProof({ clientId, proof }: CodeInput): string[] {
  if (proof.type === 'secret') return [`-u "${clientId}:$${SECRET}"`];
  if (proof.type === 'none') return [`-d client_id=${shell(clientId)}`];
  const assertion = proof.type === 'workload' ? '"client_assertion=$(cat "$TOKEN_FILE")"' : '"client_assertion=$ASSERTION"';
  return [`-d client_assertion_type=${ASSERTION_TYPE}`, `-d ${assertion}`];
}

/** A line before curl, which cannot sign. */
export const curlHint = ({ proof }: CodeInput) =>
  proof.type === 'key' ? '# $ASSERTION: a JWT that your key signed; the other languages show how\n' : '';

/** A parameter of curl, encoded where it must be. */
export function curlParameter([name, value]: Parameter): string {
  if (typeof value !== 'string') return `-d "${name}=$${value.env}"`;
  return /^[\w.,:/~-]*$/.test(value) ? `-d ${name}=${value}` : `--data-urlencode ${shell(`${name}=${value}`)}`;
}

function curl(input: CodeInput, endpoint: string, parameters: Parameter[]): string {
  return `${curlHint(input)}${['curl -sS', shell(endpoint), ...curlProof(input), ...parameters.map(curlParameter)].join(' \\\n  ')}\n`;
}

function node(input: CodeInput, endpoint: string, parameters: Parameter[]): string {
  const assertion = buildNodeAssertion(input);
  const members = parameters.map(([name, value]) => `  ${name}: ${typeof value === 'string' ? js(value) : `process.env.${value.env}`},`);
  if (hasAssertion(input)) members.push(`  client_assertion_type: ${js(ASSERTION_TYPE)},`, `  client_assertion: assertion(),`);
  if (input.proof.type === 'none') members.push(`  client_id: ${js(input.clientId)},`);
  const isBasic = input.proof.type === 'secret';
  return `// Save it as token.mjs and run: node token.mjs
${assertion.imports.map((line) => `${line}\n`).join('')}${assertion.imports.length > 0 ? '\n' : ''}${assertion.code}${assertion.code ? '\n' : ''}const body = new URLSearchParams({
${members.join('\n')}
});
${isBasic ? `const authorization = \`Basic \${btoa(\`${input.clientId}:\${process.env.${SECRET}}\`)}\`;\n` : ''}const response = await fetch(${js(endpoint)}, { method: 'POST', ${isBasic ? 'headers: { authorization }, ' : ''}body });
console.log(response.status, await response.json());
`;
}

function python(input: CodeInput, endpoint: string, parameters: Parameter[]): string {
  const assertion = buildPythonAssertion(input);
  const isBasic = input.proof.type === 'secret';
  const members = parameters.map(
    ([name, value]) => `    "${name}": ${typeof value === 'string' ? quoted(value) : `os.environ["${value.env}"]`},`,
  );
  if (hasAssertion(input)) members.push(`    "client_assertion_type": ${quoted(ASSERTION_TYPE)},`, '    "client_assertion": assertion(),');
  if (input.proof.type === 'none') members.push(`    "client_id": ${quoted(input.clientId)},`);
  const needsOs = isBasic || parameters.some(([, value]) => typeof value !== 'string');
  const imports = [
    'import json',
    'import urllib.parse',
    'import urllib.request',
    ...(isBasic ? ['import base64'] : []),
    ...(needsOs ? ['import os'] : []),
  ];
  const standard = [
    ...new Set([...imports, ...assertion.imports.filter((line) => line.startsWith('import ') && !line.includes('#'))]),
  ].toSorted();
  const others = assertion.imports.filter((line) => line.includes('#'));
  return `${[...standard, ...(others.length > 0 ? ['', ...others] : [])].join('\n')}

${assertion.code ? `\n${assertion.code}\n\n` : ''}form = urllib.parse.urlencode({
${members.join('\n')}
})
request = urllib.request.Request(${quoted(endpoint)}, form.encode())
${isBasic ? `basic = base64.b64encode(f"${input.clientId}:{os.environ['${SECRET}']}".encode()).decode()\nrequest.add_header("Authorization", f"Basic {basic}")\n` : ''}print(json.load(urllib.request.urlopen(request)))
`;
}

/** A function of Go that ends the program if there is an error. */
export const GO_MUST = `func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
`;

function go(input: CodeInput, endpoint: string, parameters: Parameter[]): string {
  const assertion = buildGoAssertion(input);
  const isBasic = input.proof.type === 'secret';
  const needsOs = isBasic || parameters.some(([, value]) => typeof value !== 'string');
  const imports = new Set(['io', 'log', 'net/http', 'net/url', 'os', 'strings', ...(needsOs ? ['os'] : []), ...assertion.imports]);
  const members: [string, string][] = parameters.map(([name, value]) => [
    name,
    typeof value === 'string' ? quoted(value) : `os.Getenv("${value.env}")`,
  ]);
  if (hasAssertion(input)) members.push(['client_assertion_type', quoted(ASSERTION_TYPE)], ['client_assertion', 'assertion()']);
  if (input.proof.type === 'none') members.push(['client_id', quoted(input.clientId)]);
  return `package main

import (
${[...imports]
  .toSorted()
  .map((name) => `\t"${name}"`)
  .join('\n')}
)

${GO_MUST}
${assertion.code}${assertion.code ? '\n' : ''}func main() {
	form := url.Values{
${goMembers(members)}
	}
	request := must(http.NewRequest("POST", ${quoted(endpoint)}, strings.NewReader(form.Encode())))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
${isBasic ? `\trequest.SetBasicAuth(${quoted(input.clientId)}, os.Getenv("${SECRET}"))\n` : ''}	response := must(http.DefaultClient.Do(request))
	defer response.Body.Close()
	must(io.Copy(os.Stdout, response.Body))
}
`;
}
