import type { Credentials } from './auth.js';

export type Parameter = readonly [name: string, value: string];

/** How a client authenticates: a header, parameters, both or neither. */
export interface Authentication {
  authorization?: string;
  parameters: readonly Parameter[];
}

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
/** Every byte percent-encoded. */
const percent = (text: string): string => Buffer.from(text, 'utf8').toString('hex').replace(/../g, '%$&');
/** Form encoding, where a space becomes a plus sign: RFC 6749 appendix B. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

/** The characters that a header can contain. */
const visible = (text: string): string => text.replace(/[^\x20-\x7e]/g, '');

const header = (authorization: string): Authentication => ({ authorization, parameters: [] });
const pair = ({ clientId, clientSecret }: Credentials): string => `${clientId}:${clientSecret}`;
const inBody = ({ clientId, clientSecret }: Credentials): readonly Parameter[] => [
  ['client_id', clientId],
  ['client_secret', clientSecret],
];

/** The ways in which most client libraries authenticate. */
export const USUAL: readonly ((client: Credentials) => Authentication)[] = [
  (client) => header(`Basic ${base64(pair(client))}`),
  (client) => header(`basic ${base64(pair(client))}`),
  ({ clientId, clientSecret }) => header(`Basic ${base64(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`),
  ({ clientId, clientSecret }) => header(`Basic ${base64(`${percent(clientId)}:${percent(clientSecret)}`)}`),
  (client) => ({ parameters: inBody(client) }),
];

/** Other ways, most of them wrong. */
export const UNUSUAL: readonly ((client: Credentials) => Authentication)[] = [
  () => ({ parameters: [] }),
  (client) => ({ ...header(`Basic ${base64(pair(client))}`), parameters: inBody(client) }),
  (client) => ({ ...header(`Basic ${base64(pair(client))}`), parameters: [['client_id', client.clientId]] }),
  (client) => ({ ...header(`Basic ${base64(pair(client))}`), parameters: [['client_id', 'another']] }),
  (client) => ({ parameters: [['client_id', client.clientId]] }),
  (client) => ({ parameters: [['client_secret', client.clientSecret]] }),
  (client) => ({ parameters: [...inBody(client), ...inBody(client)] }),
  (client) => ({ parameters: [...inBody(client), ['client_assertion', 'a.b.c']] }),
  (client) => header(`BASIC ${base64(pair(client))}`),
  (client) => header(`Basic  ${base64(pair(client))}`),
  (client) => header(`Basic ${base64(pair(client))} x`),
  (client) => header(`Basic ${base64(pair(client)).replace(/=+$/, '')}`),
  (client) => header(`Basic ${base64(pair(client))}=`),
  (client) => header(`Basic ${base64(pair(client))}====`),
  (client) => header(`Basic ${Buffer.from(pair(client)).toString('base64url')}`),
  (client) => header(`Basic ${base64(pair(client)).slice(0, -5)}`),
  (client) => header(`Basic !${base64(pair(client))}`),
  (client) => header(`Basic ${visible(pair(client))}`),
  (client) => header(`Basic ${base64(client.clientId)}`),
  (client) => header(`Basic ${base64(`${client.clientId}:`)}`),
  (client) => header(`Basic ${base64(`:${client.clientSecret}`)}`),
  (client) => header(`Basic ${base64(`${pair(client)}:`)}`),
  (client) => header(`Basic ${base64(`${pair(client)}%`)}`),
  (client) => header(`Basic ${base64(`${pair(client)}%00`)}`),
  (client) => header(`Basic ${base64(`${pair(client)}%C3`)}`),
  (client) => header(`Basic ${base64(`${pair(client)}\n`)}`),
  (client) => header(`Bearer ${base64(pair(client))}`),
  (client) => header(`Digest username="${visible(client.clientId)}"`),
  () => header('Basic'),
  () => header('Basic '),
  () => header(''),
  () => header('garbage'),
];
