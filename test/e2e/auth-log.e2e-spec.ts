import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, tokenCall, type AuthProcess } from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import { CALLER, findSpan, OtlpReceiver, startTrace } from '../support/otlp-receiver.js';
import { provisionClient, registerServiceClient, type ServiceClient } from '../support/service-client.js';
import type { LogEvent } from '../support/service-log.js';
import type { RunningService } from '../support/service-process.js';
import { sql } from '../support/sql.js';
import { startProcessStack, type ProcessStack } from '../support/stack.js';
import { TextReceiver } from '../support/text-receiver.js';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const GRANT = 'grant_type=client_credentials';
const MASTER_KEY = randomBytes(32).toString('base64');
const API_KEY = `latchkey_${randomBytes(32).toString('base64url')}`;

/** Only requests whose caller asks for it are traced. */
const SAMPLER = { OTEL_TRACES_SAMPLER: 'parentbased_always_off' };

let receiver: OtlpReceiver;
let stack: ProcessStack;
let auth: AuthProcess;
let client: ServiceClient;

beforeAll(async () => {
  receiver = await OtlpReceiver.start();
  const tracing = { ...SAMPLER, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  stack = await startProcessStack({ MASTER_KEY, BOOTSTRAP_API_KEY: API_KEY, LOG_LEVEL: 'trace', WORKER: 'on', ...tracing });
  auth = stack.auth;
  client = await registerServiceClient(stack.caller, { clientId: 'logged-client' });
});

afterAll(async () => {
  await stack.stop();
  receiver.stop();
});

const eventsOf = ({ process }: RunningService, requestId: string): LogEvent[] =>
  process.events.filter((event) => event['requestId'] === requestId);

function linesOf({ process }: RunningService): string[] {
  return process.stdout.split('\n').slice(0, -1);
}

async function metrics(): Promise<string> {
  return (await auth.send('localhost', '/metrics')).text;
}

describe('the log of token requests', () => {
  const plain = () => tokenCall(client);

  it.each([
    ['a plain one', plain, 200, undefined],
    ['one by oidc-provider', () => ({ ...plain(), body: [GRANT] }), 200, undefined],
    ['one with a wrong secret', () => tokenCall({ ...client, clientSecret: 'wrong' }), 401, 'invalid_client'],
    ['one with a wrong scope', () => tokenCall(client, { scope: 'admin' }), 400, 'invalid_scope'],
    ['one by a wrong method', () => ({ method: 'PUT' }), 405, 'method-not-allowed'],
  ])('contains one event for %s', async (...[what, call, status, problem]) => {
    const requestId = `log-${what.replaceAll(' ', '-')}`;
    const request = call() as ReturnType<typeof tokenCall>;

    const answer = await auth.send(client.domain, '/connect/token', {
      ...request,
      headers: { ...request.headers, 'X-Request-Id': requestId },
    });

    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toBe(requestId);
    const events = await eventually(() => (eventsOf(auth, requestId).length > 0 ? eventsOf(auth, requestId) : null));
    const known = problem === 'method-not-allowed' ? {} : { client: 'logged-client' };
    expect(events).toEqual([
      {
        level: 'info',
        service: 'auth',
        msg: 'request',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        requestId,
        method: request.method,
        route: '/connect/token',
        status,
        ms: expect.any(Number),
        domain: client.domain,
        ...known,
        ...(problem && { problem }),
      },
    ]);
  });

  it('contains one event on one line for any request', async () => {
    let sent = 0;
    const before = linesOf(auth).length;
    for (const text of HOSTILE_TEXTS) {
      const names = ['grant_type', 'client_id', 'client_secret', 'scope', 'resource'];
      const inBody = new URLSearchParams(names.map((name) => [name, text])).toString();
      const encoded = encodeURIComponent(text.toWellFormed());
      const credentials = basic({ clientId: encoded, clientSecret: encoded });
      const path = `/connect/${encoded}`;
      const requests = [
        auth.send(client.domain, '/connect/token', { method: 'POST', headers: FORM, body: inBody }),
        auth.send(client.domain, '/connect/token', { method: 'POST', headers: { ...FORM, Authorization: credentials }, body: GRANT }),
        auth.send(client.domain, `/connect/authorize?${inBody}`),
        auth.send(client.domain, path),
        auth.send(client.domain, '/connect/token', {
          ...plain(),
          headers: { ...plain().headers, 'X-Request-Id': 'a\tb{"', 'User-Agent': '"}{"x":' },
        }),
      ];
      await Promise.all(requests);
      sent += requests.length;
    }

    const lines = await eventually(() => (linesOf(auth).length >= before + sent ? linesOf(auth) : null));
    expect(lines.length).toBe(before + sent);
    expect(lines.map((line) => (JSON.parse(line) as LogEvent).msg)).not.toContain('forged');
    expect(lines.join('\n')).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u);
  });
});

describe('the trace of a request', () => {
  const requestToken = (traceparent: object, parts: object = {}) => {
    const { headers, ...call } = { ...tokenCall(client), ...parts };
    return auth.send(client.domain, '/connect/token', { ...call, headers: { ...headers, ...traceparent } });
  };

  it('contains spans for the request, each statement by name, and oidc-provider', async () => {
    await auth.token(client.domain, client);
    const [fast, other] = [startTrace(), startTrace()];
    await requestToken(fast.headers);
    await requestToken(other.headers, { body: [GRANT] });

    const ofFast = await receiver.waitFor(fast.traceId, (names) => names.length === 2);
    const ofOther = await receiver.waitFor(
      other.traceId,
      (names) => names.includes('oidc-provider') && names.includes('POST /connect/token'),
    );

    const request = findSpan(ofFast, 'POST /connect/token');
    expect(request).toEqual({
      service: 'latchkey-auth',
      traceId: fast.traceId,
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      parent: CALLER,
      name: 'POST /connect/token',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/connect/token',
        'http.response.status_code': 200,
        'latchkey.domain': client.domain,
      },
    });
    expect(ofFast.filter(({ parent }) => parent === request.id).map(({ attributes }) => attributes)).toEqual([
      { 'db.system.name': 'postgresql' },
    ]);
    expect(findSpan(ofOther, 'oidc-provider').parent).toBe(findSpan(ofOther, 'POST /connect/token').id);
  });

  it('continues in the job that a change starts, in spans and in the log', async () => {
    const domain = await stack.caller.registerDomain();
    const { traceId, headers } = startTrace();
    await stack.caller.send(`/v1/domain/${domain}`, { method: 'DELETE', headers });

    const spans = await receiver.waitFor(traceId, (names) => names.includes('job domain-deletion'));

    const job = findSpan(spans, 'job domain-deletion');
    const request = findSpan(spans, 'DELETE /v1/domain/:domain');
    expect([request.parent, job.parent]).toEqual([CALLER, request.id]);
    expect(spans.filter(({ parent }) => parent === job.id).length).toBeGreaterThan(0);
    expect(new Set(spans.map(({ service }) => service))).toEqual(new Set(['latchkey-management']));
    const lines = await eventually(() => {
      const found = stack.management.events.filter((event) => event['traceId'] === traceId).map(({ msg }) => msg);
      return found.includes('job') ? found : null;
    });
    expect(lines.toSorted()).toEqual(['domain deleted', 'job', 'request']);
  });

  it("continues in the delivery of an event to the webhook's receiver", async () => {
    const webhook = await TextReceiver.start();
    const path = `/v1/domain/${client.domain}/webhook`;
    await stack.caller.post(path, { url: webhook.url, eventTypes: ['webhook.created'] });
    const { traceId, headers } = startTrace();
    await stack.caller.post(path, { url: webhook.url, enabled: false }, headers);

    const spans = await receiver.waitFor(traceId, (names) => names.includes('deliver webhook'));

    const delivery = findSpan(spans, 'deliver webhook');
    expect(delivery.parent).toBe(findSpan(spans, 'POST /v1/domain/:domain/webhook').id);
    const received = webhook.requests.filter(({ body }) => body.includes(traceId));
    const { id } = spans.find(({ name, parent }) => name === 'POST' && parent === delivery.id)!;
    expect(received.map((each) => each.headers['traceparent'])).toEqual([`00-${traceId}-${id}-01`]);
    await webhook.stop();
  });

  it('appears in the log without spans if the caller does not sample it', async () => {
    const [unrecorded, recorded] = [startTrace(false), startTrace()];
    await requestToken(unrecorded.headers);
    await requestToken(recorded.headers);
    await receiver.waitFor(recorded.traceId, (names) => names.length > 0);

    const lines = await eventually(() => {
      const found = auth.events.filter((event) => event['traceId'] === unrecorded.traceId);
      return found.length > 0 ? found : null;
    });
    expect([lines.map(({ msg }) => msg), receiver.of(unrecorded.traceId)]).toEqual([['request'], []]);
  });
});

describe('metrics', () => {
  it('count the tokens of every path, but no refusals', async () => {
    const tokens = async () =>
      Number(/^latchkey_tokens_issued_total\{grant_type="client_credentials"\} (\d+)$/m.exec(await metrics())?.[1] ?? 0);
    const before = await tokens();

    for (let n = 0; n < 5; n += 1) await auth.requestToken(client.domain, client);
    for (let n = 0; n < 3; n += 1) await auth.send(client.domain, '/connect/token', { ...tokenCall(client), body: [GRANT] });
    await auth.requestToken(client.domain, client, { scope: 'admin' });

    expect(await tokens()).toBe(before + 8);
  });

  it('contain no domain, client or address, and do not grow with made-up values', async () => {
    const flood = async (round: number) => {
      for (let n = 0; n < 30; n += 1) {
        await auth.send(`d${round}-${n}.example`, `/connect/p${round}-${n}`, { method: n % 2 === 0 ? 'PROPFIND' : 'GET' });
        await auth.send(client.domain, `/connect/p${round}-${n}`, { method: n % 2 === 0 ? 'MKCOL' : 'GET' });
        await auth.requestToken(client.domain, { clientId: `c${round}-${n}`, clientSecret: 'x' });
      }
      return (await metrics()).split('\n').filter((line) => line.startsWith('latchkey_')).length;
    };

    expect(await flood(1)).toBe(await flood(2));
    const text = await metrics();
    for (const name of [client.domain, 'logged-client', 'p1-1', 'PROPFIND']) expect(text).not.toContain(name);
  });
});

describe('secrets', () => {
  it('never appear in the output of the processes, whatever fails', async () => {
    const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;
    const [secret, wrong, code, header, query] = [client.clientSecret, canary('wrong'), canary('code'), canary('header'), canary('query')];
    const token = await auth.token(client.domain, client);
    const ask = async () => {
      await auth.requestToken(client.domain, client, { scope: 'admin' });
      await auth.requestToken(client.domain, { ...client, clientSecret: wrong });
      await auth.send(client.domain, '/connect/token', {
        method: 'POST',
        headers: FORM,
        body: `${GRANT}&client_id=logged-client&client_secret=${secret}`,
      });
      await auth.send(client.domain, '/connect/token', {
        method: 'POST',
        headers: FORM,
        body: `grant_type=authorization_code&code=${code}&client_id=logged-client&client_secret=${secret}`,
      });
      await auth.send(client.domain, `/connect/authorize?client_id=${query}&client_secret=${query}`, {
        headers: { Cookie: `_session=${header}` },
      });
      await auth.send(client.domain, `/connect/${query}`, {
        headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-Host': header, Referer: header },
      });
      await stack.management.as(wrong).get(`/v1/domain?api_key=${query}`);
      await stack.caller.get(`/v1/domain/${query}/client/x`);
      await stack.caller.put(`/v1/domain/${client.domain}/client/logged-client`, { clientSecret: wrong, [query]: wrong });
      await provisionClient(stack.caller, client.domain, { clientId: 'logged-client' }).catch(() => undefined);
    };
    await ask();
    // An unexpected error: the driver's errors contain the statement and its values.
    await sql(stack.database.url, 'ALTER TABLE client_secret RENAME TO elsewhere');
    await sql(stack.database.url, `UPDATE client SET revision = nextval('revision')`);
    const { status } = await auth.requestToken(client.domain, client);
    await ask();
    await sql(stack.database.url, 'ALTER TABLE elsewhere RENAME TO client_secret');
    await stack.caller.delete(`/v1/domain/${client.domain}`);
    await Promise.all([auth.stop(), stack.management.stop()]);

    expect(status).toBe(500);
    const written = [auth, stack.management].map(({ process }) => process.stdout + process.stderr).join('\n');
    const hash = createHash('sha256').update(secret).digest();
    const password = new URL(stack.database.url).password;
    const secrets = {
      secret,
      wrong,
      code,
      header,
      query,
      token,
      API_KEY,
      MASTER_KEY,
      password,
      basic: basic(client).slice(6),
      hash: hash.toString('hex'),
      hash64: hash.toString('base64url'),
    };
    const found = Object.entries(secrets).filter(([, value]) => written.includes(value) || written.includes(encodeURIComponent(value)));
    expect(found.map(([name]) => name)).toEqual([]);
    expect(auth.events.filter(({ level }) => level === 'error').length).toBeGreaterThan(0);
    expect(written).toContain(client.domain);
  });
});
