import type { ShownRequest } from '../api/request-log.js';

/** Quotes a word for a POSIX shell. */
export function quoteForShell(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The members that hold secrets are left to the shell's environment. */
const SECRET_MEMBERS = new Set(['clientSecret', 'secret', 'apiKey', 'password', 'token', 'authorizationHeader']);

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET_MEMBERS.has(name) && typeof member === 'string' ? '$SECRET' : withoutSecrets(member),
    ]),
  );
}

const serialize = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(withoutSecrets(body)));

/** `$SECRET` is the only part of a body that the shell replaces. */
function quoteBody(body: unknown): string {
  return serialize(body).split('$SECRET').map(quoteForShell).join('"$SECRET"');
}

/** The request as a command that works in a POSIX shell. The API key comes from the environment. */
export function buildCurl({ method, path, body, ifMatch }: ShownRequest, origin: string): string {
  const lines = [`curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${quoteForShell(origin + path)}`, `-H "x-api-key: $LATCHKEY_API_KEY"`];
  if (ifMatch) lines.push(`-H ${quoteForShell(`if-match: ${ifMatch}`)}`);
  if (body !== undefined) lines.push(`-H 'content-type: application/json'`, `-d ${quoteBody(body)}`);
  return lines.join(' \\\n  ');
}

/** The request as JavaScript. */
export function buildFetch({ method, path, body, ifMatch }: ShownRequest, origin: string): string {
  const headers = [`'x-api-key': process.env.LATCHKEY_API_KEY`];
  if (ifMatch) headers.push(`'if-match': ${JSON.stringify(ifMatch)}`);
  if (body !== undefined) headers.push(`'content-type': 'application/json'`);
  const json =
    body === undefined
      ? ''
      : `\n  body: JSON.stringify(${JSON.stringify(withoutSecrets(body), null, 2).replaceAll('"$SECRET"', 'process.env.SECRET').replaceAll('\n', '\n  ')}),`;
  return `await fetch(${JSON.stringify(origin + path)}, {\n  method: '${method}',\n  headers: { ${headers.join(', ')} },${json}\n});`;
}
