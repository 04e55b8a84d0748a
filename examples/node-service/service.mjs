import { allowInsecureRequests, clientCredentialsGrant, discovery } from 'openid-client';

const { ISSUER = 'http://localhost:3001', CLIENT_ID = 'hello', CLIENT_SECRET, API_URL = 'http://localhost:4001/orders' } = process.env;
/** A token is renewed so many seconds before it expires. */
const MARGIN_SECONDS = 60;

// Discovery finds the token endpoint. Only an issuer without https needs `allowInsecureRequests`.
const execute = ISSUER.startsWith('http:') ? [allowInsecureRequests] : [];
const config = await discovery(new URL(ISSUER), CLIENT_ID, CLIENT_SECRET, undefined, { execute });

let current;

/** An access token for this service. It is kept until shortly before it expires: a request for each call would only cost time. */
async function getAccessToken() {
  if (!current || current.expiresIn() < MARGIN_SECONDS) current = await clientCredentialsGrant(config, { scope: 'read' });
  return current.access_token;
}

const response = await fetch(API_URL, { headers: { authorization: `Bearer ${await getAccessToken()}` } });
console.log(response.status, await response.text());
