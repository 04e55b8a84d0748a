import { expect } from '@jest/globals';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { Call } from '../../../../../test/support/http.js';
import type { Row } from '../../../../../test/support/rows.js';
import type { AuthFixture } from '../../auth.fixture.js';
import { clientCall, codeGrant, codeRequest, SECRET, spyOnProvider, type Tokens } from '../../in-process-auth.fixture.js';

export const ATTRIBUTES = { name: 'Märta Ölund', email: 'marta@example.com', locale: 'sv' };
/** Headers that differ between responses or connections, or that Service sets, which the fixture omits. */
const PASSING_HEADERS = ['date', 'connection', 'keep-alive', 'content-length', 'strict-transport-security'];

/** An application with a signed-in user, and what it redeems. */
export interface Redeeming {
  clientId: string;
  sub: string;
  parameters: Record<string, string>;
}

/** How an application in some state comes to its request. It is prepared twice, once for each way. */
export interface Scenario {
  client?: Row;
  user?: Row;
  /** Of the authorization request. */
  request?: Record<string, string>;
  /** What happens before the token request. May change its parameters. */
  before?: (redeeming: Redeeming) => unknown;
  secret?: string;
  /** Whether the credentials are in the header: RFC 6749 section 2.3.1. */
  isBasic?: boolean;
}

export interface Seen {
  status: number;
  headers: object;
  /** The body, with the claims in place of tokens. */
  body: Record<string, unknown>;
  /** The records of the user afterwards. */
  records: object[];
  isHandedOver: boolean;
}

/** Signs users in, and compares the answers of the fast path with those of oidc-provider. */
export class RedemptionFixture {
  constructor(private readonly auth: AuthFixture) {}

  /** An application that holds a code. */
  async holdCode({ client = {}, user = {}, request: asked = {} }: Scenario): Promise<Redeeming> {
    const [clientId, sub] = [await this.auth.client(client), await this.auth.user({ attributes: ATTRIBUTES, ...user })];
    const { request, verifier } = codeRequest(clientId, { scope: 'openid profile email offline_access', ...asked });
    return { clientId, sub, parameters: codeGrant(await this.auth.browser().authorizeAs(request, { sub }), verifier) };
  }

  /** An application that holds a refresh token. */
  async holdRefreshToken(scenario: Scenario): Promise<Redeeming> {
    const held = await this.holdCode(scenario);
    const { refresh_token: refreshToken } = await this.redeem(held);
    return { ...held, parameters: { grant_type: 'refresh_token', refresh_token: refreshToken } };
  }

  /** Sends the request, which must succeed. */
  redeem({ clientId, parameters }: Redeeming): Promise<Required<Tokens>> {
    return this.auth.requestTokens(parameters, { clientId, secret: SECRET });
  }

  /** Prepares both ways alike; an unknown parameter leads to oidc-provider. @returns what the fast path answers, which must be the same */
  async compare(hold: (scenario: Scenario) => Promise<Redeeming>, scenario: Scenario): Promise<Seen> {
    const straight = await this.send(await hold(scenario), scenario, { state: 'a' });
    const seen = await this.send(await hold(scenario), scenario, {});
    expect(straight.isHandedOver).toBe(true);
    expect({ ...seen, isHandedOver: true }).toEqual(straight);
    return seen;
  }

  query<T extends Row = Row>(text: string, ...values: unknown[]): Promise<T[]> {
    return this.auth.auth.rows.query<T>(text, [this.auth.domain.id, ...values]);
  }

  private async send(redeeming: Redeeming, { before, secret = SECRET, isBasic = false }: Scenario, also: object): Promise<Seen> {
    await before?.(redeeming);
    const { clientId } = redeeming;
    const parameters = { ...redeeming.parameters, ...also };
    const call = isBasic ? createBasicCall(clientId, secret, parameters) : clientCall(clientId, parameters, secret);
    const handle = spyOnProvider(this.auth.auth);
    const answer = await this.auth.send('/connect/token', { ...call, headers: { 'X-Request-Id': 'one', ...call.headers } });
    const isHandedOver = handle.mock.calls.length > 0;
    handle.mockRestore();
    const received = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !PASSING_HEADERS.includes(name)));
    const seen = {
      status: answer.status,
      headers: received,
      body: this.describe(answer.json as Tokens),
      records: await this.list(redeeming),
    };
    return { ...(withoutIds(seen, redeeming) as Omit<Seen, 'isHandedOver'>), isHandedOver };
  }

  private describe({ access_token: access, id_token: id, refresh_token: refresh, ...others }: Partial<Tokens>): Record<string, unknown> {
    return {
      ...others,
      ...(access !== undefined && { access: describeJwt(access) }),
      ...(id !== undefined && { id: describeJwt(id) }),
      ...(refresh !== undefined && { refresh: /^[\w-]{43}$/.test(refresh) }),
    };
  }

  private async list({ sub }: Redeeming): Promise<object[]> {
    const rows = await this.query<Row & { payload: Record<string, unknown> }>(
      `SELECT model, client_id, grant_id IS NOT NULL AS granted, session_uid IS NOT NULL AS "inSession", consumed_at IS NOT NULL AS consumed,
         round(extract(epoch FROM expires_at - now()) / 60) AS "expiresIn", payload
       FROM oidc_payload WHERE domain_id = $1 AND sub = $2 AND model <> 'Session' ORDER BY model, payload->>'gty', payload->>'rotations'`,
      sub,
    );
    return rows.map(({ payload, ...columns }) => ({ ...columns, payload: timeless(payload) }));
  }
}

function createBasicCall(clientId: string, secret: string, parameters: Record<string, string>): Call {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: authorization };
  return { method: 'POST', headers, body: new URLSearchParams(parameters).toString() };
}

function describeJwt(token: string): object {
  return { header: decodeProtectedHeader(token), claims: timeless(decodeJwt(token)), names: Object.keys(decodeJwt(token)) };
}

/** Times as their distances in minutes, and random values as their kinds. */
function timeless(values: Record<string, unknown>): object {
  const { iat, exp, iiat, auth_time: authTime, authTime: authenticated, ...others } = values;
  const random = ['jti', 'sid', 'grantId', 'givenIn', 'sessionUid', 'tokenHash', 'codeChallenge'];
  const kinds = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, random.includes(name) ? typeof value : value]));
  return {
    ...kinds,
    lifetime: Math.max(0, Math.ceil((Number(exp) - Number(iat)) / 60)),
    times: [typeof iiat, typeof authTime, typeof authenticated],
  };
}

function withoutIds(seen: object, { sub }: Redeeming): unknown {
  return JSON.parse(
    JSON.stringify(seen)
      .replaceAll(/client-\d+/g, 'CLIENT')
      .replaceAll(sub, 'SUB'),
  );
}
