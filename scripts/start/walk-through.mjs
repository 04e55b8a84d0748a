import { DEMO_USER } from './demo.mjs';

/** @typedef {import('./first-key.mjs').FirstKey} FirstKey */
/** @typedef {{ MANAGEMENT_URL: string, AUTH_URL: string, SANDBOX_ZONE: string, CONSOLE: 'on' | 'off', outbox: boolean }} Addresses */

/**
 * @typedef {object} Prepared
 * @property {{ secret: string | undefined } | undefined} localhost the secret of its client `hello`, if it must be shown; absent if another
 * subscription has the domain
 * @property {string | undefined} demo its URL, if it runs
 * @property {string | undefined} consoleLink signs the first operator in to the console
 */

const CLIENT = '{"clientType":"Confidential","grantType":"ClientCredentials","scope":"read write"}';

/**
 * The text that is printed once everything is ready. Each block of commands has no comments and one line per command, so that bash and zsh
 * accept it, pasted or as a script.
 *
 * @param {Addresses} addresses
 *
 * @param {FirstKey} key
 * @param {Prepared} prepared
 * @returns {string}
 */
export function walkThrough(addresses, key, { localhost, demo, consoleLink }) {
  const blocks = [
    `Latchkey is ready.\n\n${facts(addresses, key, { localhost, demo, consoleLink }).join('\n')}`,
    ...(localhost ? [firstToken(addresses, localhost.secret)] : []),
    ownDomain(addresses, key),
    'Ctrl-C stops everything; the next start finds all data again.',
  ];
  return `\n${blocks.join('\n\n')}\n\n`;
}

/**
 * @param {Addresses} addresses
 * @param {FirstKey} key
 * @param {Prepared} prepared
 */
function facts(addresses, key, { localhost, demo, consoleLink }) {
  const others = authUrl(addresses, `NAME.${addresses.SANDBOX_ZONE}`);
  return [
    ...(demo
      ? [`  Demo            ${demo}  (signs ${DEMO_USER} in${addresses.outbox ? `; the mail for it is at ${demo}/inbox` : ''})`]
      : []),
    ...(addresses.CONSOLE === 'on' ? [`  Console         ${aboutConsole(addresses, key, consoleLink)}`] : []),
    `  Management API  ${addresses.MANAGEMENT_URL}  (described at ${addresses.MANAGEMENT_URL}/docs)`,
    localhost
      ? `  Auth server     ${authUrl(addresses, 'localhost')}  (the domain localhost; each other domain has its own, like ${others})`
      : `  Auth server     ${others}  (each domain has its own; localhost belongs to another subscription)`,
    `  API key         ${aboutKey(key)}`,
  ];
}

/**
 * @param {Addresses} addresses
 * @param {string | undefined} secret of the client `hello`
 */
function firstToken(addresses, secret) {
  const inFirstLine = `, with its secret in the first line (it was shown at first start; POST /v1/domain/localhost/client/hello/secret makes another)`;
  return [
    `To get a token as the client hello of the domain localhost, and read it, paste this into another terminal${secret ? '' : inFirstLine}:`,
    '',
    `SECRET=${secret ?? "'the secret of hello'"}`,
    `TOKEN=$(curl -sSf -u "hello:$SECRET" -d grant_type=client_credentials "${authUrl(addresses, 'localhost')}/connect/token" | ${pick('access_token')})`,
    `node -p 'JSON.parse(Buffer.from(process.argv[1].split(".")[1], "base64url"))' "$TOKEN"`,
  ].join('\n');
}

/**
 * @param {Addresses} addresses
 * @param {FirstKey} key
 */
function ownDomain(addresses, key) {
  const domain = `${addresses.MANAGEMENT_URL}/v1/domain`;
  const authorized = `-H "x-api-key: $KEY"`;
  return [
    `To register a domain of your own, provision a client and get a token, paste this${key.source === 'shown before' ? ', with your API key in the first line' : ''}:`,
    '',
    `KEY=${{ made: key.key, 'shown before': "'your API key'", BOOTSTRAP_API_KEY: '$BOOTSTRAP_API_KEY' }[key.source]}`,
    `DOMAIN=$(curl -sSf -X POST ${authorized} ${domain} | ${pick('domain')})`,
    `SECRET=$(curl -sSf -X PUT ${authorized} -H 'content-type: application/json' -d '${CLIENT}' "${domain}/$DOMAIN/client/hello" | ${pick('clientSecret')})`,
    `echo "client hello of $DOMAIN has the secret $SECRET"`,
    `curl -sS -u "hello:$SECRET" -d grant_type=client_credentials "${authUrl(addresses, '${DOMAIN}')}/connect/token"; echo`,
  ].join('\n');
}

/**
 * Reads a member of a flat JSON object with tools that every system has.
 *
 * @param {string} member
 */
function pick(member) {
  return `sed 's/.*"${member}":"\\([^"]*\\)".*/\\1/'`;
}

/**
 * @param {Addresses} addresses
 * @param {string} domain
 */
function authUrl({ AUTH_URL }, domain) {
  return AUTH_URL.replace('{domain}', () => domain);
}

/** @param {FirstKey} key */
function aboutKey({ key, source, subscription }) {
  const another = `"npm run cli -- key create ${subscription}"`;
  if (source === 'made') return `${key}  (shown this once; ${another} makes another)`;
  if (source === 'BOOTSTRAP_API_KEY') return 'the value of BOOTSTRAP_API_KEY';
  return `was shown at first start; ${another} makes another`;
}

/**
 * @param {Addresses} addresses
 * @param {FirstKey} key
 * @param {string | undefined} link
 */
function aboutConsole({ MANAGEMENT_URL }, { subscription }, link) {
  const address = `${MANAGEMENT_URL}/console`;
  if (link === undefined) return address;
  return `${address}  (signs you in once, within 10 minutes; "npm run cli -- operator link ${subscription}" makes another: ${link} )`;
}
