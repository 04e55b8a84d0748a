import { authorizationCodeGrant, customFetch, type Configuration } from 'openid-client';

/** The parts of a token response that a sign-in needs. */
export interface UpstreamTokens {
  /** Not verified yet. Null if there is none: OAuth 2.0 has none. */
  idToken: string | null;
  /** Null if the response has no usable one. Only userinfo needs it. */
  accessToken: string | null;
  /** The error of a response with status 200, as GitHub sends it. */
  error: string | null;
}

/** Values that the authorization response and the token request must match. */
export interface CodeChecks {
  state: string;
  codeVerifier: string;
}

/** Stands in for an access token that the response lacks: the library requires one. */
const NO_ACCESS_TOKEN = 'none';

/**
 * Checks the authorization response and redeems its code: OpenID Connect Core sections 3.1.2.7 to 3.1.3.3, RFC 9207. The library sees only
 * the members that a sign-in needs: it would refuse a response for a null or wrongly typed member that no one reads.
 *
 * @param callback the callback URL, with the parameters of the response
 * @throws errors that toFederationFailure converts
 */
export async function redeemCode(client: Configuration, callback: URL, { state, codeVerifier }: CodeChecks): Promise<UpstreamTokens> {
  let answered: Record<string, unknown> = {};
  const send = client[customFetch]!;
  client[customFetch] = async (url, options) => {
    const response = await send(url, options);
    const body = response.ok ? await readObject(response) : null;
    if (body === null) return response;
    answered = body;
    return new Response(JSON.stringify(selectMembers(body)), response);
  };
  const { access_token: accessToken } = await authorizationCodeGrant(client, callback, {
    expectedState: state,
    pkceCodeVerifier: codeVerifier,
  });
  const readText = (name: string) => (typeof answered[name] === 'string' && answered[name] !== '' ? answered[name] : null);
  return { idToken: readText('id_token'), accessToken: accessToken === NO_ACCESS_TOKEN ? null : accessToken, error: readText('error') };
}

function selectMembers({ access_token: accessToken, token_type: tokenType }: Record<string, unknown>): object {
  return {
    access_token: typeof accessToken === 'string' && accessToken !== '' ? accessToken : NO_ACCESS_TOKEN,
    token_type: typeof tokenType === 'string' && tokenType !== '' ? tokenType : 'Bearer',
  };
}

/** @returns null if the library has to report the body */
async function readObject(response: Response): Promise<Record<string, unknown> | null> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null;
}
