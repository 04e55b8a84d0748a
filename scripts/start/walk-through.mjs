/** @typedef {import('./first-key.mjs').FirstKey} FirstKey */
/** @typedef {{ MANAGEMENT_URL: string, AUTH_URL: string, SANDBOX_ZONE: string }} Addresses */

const CLIENT = '{"clientType":"Confidential","grantType":"ClientCredentials","scope":"read write"}';

/**
 * The text that is printed once everything is ready. The commands are one block, without comments and one line each, so that bash and zsh
 * accept them, by hand or as a script.
 *
 * @param {Addresses} addresses
 * @param {FirstKey} key
 * @returns {string}
 */
export function walkThrough(addresses, key) {
  return `
Latchkey is ready.

  Management API  ${addresses.MANAGEMENT_URL}  (described at ${addresses.MANAGEMENT_URL}/docs)
  Auth server     ${addresses.AUTH_URL}  (each domain has its own, like ${authUrl(addresses, `NAME.${addresses.SANDBOX_ZONE}`)})
  API key         ${aboutKey(key)}

To register a domain, provision a client and get a token, paste this into another terminal${key.source === 'shown before' ? ', with your API key in the first line' : ''}:

${commands(addresses, key).join('\n')}

Ctrl-C stops everything; the next start finds all data again.

`;
}

/**
 * @param {Addresses} addresses
 * @param {FirstKey} key
 */
function commands(addresses, key) {
  const domain = `${addresses.MANAGEMENT_URL}/v1/domain`;
  const authorized = `-H "x-api-key: $KEY"`;
  return [
    `KEY=${{ made: key.key, 'shown before': "'your API key'", BOOTSTRAP_API_KEY: '$BOOTSTRAP_API_KEY' }[key.source]}`,
    `DOMAIN=$(curl -sSf -X POST ${authorized} ${domain} | ${pick('domain')})`,
    `SECRET=$(curl -sSf -X PUT ${authorized} -H 'content-type: application/json' -d '${CLIENT}' "${domain}/$DOMAIN/client/hello" | ${pick('clientSecret')})`,
    `echo "client hello of $DOMAIN has the secret $SECRET"`,
    `curl -sS -u "hello:$SECRET" -d grant_type=client_credentials "${authUrl(addresses, '${DOMAIN}')}/connect/token"; echo`,
  ];
}

/**
 * A member of a flat JSON object, read with tools that every system has.
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
