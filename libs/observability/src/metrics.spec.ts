import { describe, expect, it, jest } from '@jest/globals';
import performanceHooks from 'node:perf_hooks';
import { Metrics } from './metrics.js';
import { readVersion } from './version.js';

async function linesOf(metrics: Metrics, name: string): Promise<string[]> {
  return (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
}

describe('process metrics', () => {
  it('contain the version of the release', async () => {
    expect(await linesOf(new Metrics(), 'latchkey_build_info')).toEqual([
      `latchkey_build_info{version="${readVersion()}",node_version="${process.versions.node}"} 1`,
    ]);
  });

  it('contain those of Node.js, which is observed once for any number of servers in the process', async () => {
    const observe = jest.spyOn(performanceHooks, 'monitorEventLoopDelay');
    const servers = [new Metrics(), new Metrics()];

    const lines = await Promise.all(servers.map((metrics) => linesOf(metrics, 'nodejs_eventloop_lag_p99_seconds')));

    expect(lines).toEqual(servers.map(() => [expect.any(String)]));
    expect(observe.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('contain the latency by method, route and status class', async () => {
    const metrics = new Metrics();
    metrics.countRequest({ method: 'POST', route: '/connect/token', status: 499, domain: undefined }, 0.5);

    expect(await linesOf(metrics, 'latchkey_http_request_duration_seconds_sum')).toEqual([
      'latchkey_http_request_duration_seconds_sum{method="POST",route="/connect/token",status_class="4xx"} 0.5',
    ]);
  });

  it('name only the domains of the setting', async () => {
    const metrics = new Metrics(['bank.example.com']);
    for (const domain of ['bank.example.com', 'shop.example.com']) {
      metrics.countRequest({ method: 'POST', route: '/connect/token', status: 200, domain }, 0.01);
      metrics.countToken(domain, 'refresh_token');
      metrics.countSignIn(domain, 'passkey', 'succeeded');
    }

    expect(await linesOf(metrics, 'latchkey_domain_')).toEqual([
      'latchkey_domain_http_requests_total{domain="bank.example.com",status_class="2xx"} 1',
      'latchkey_domain_tokens_issued_total{domain="bank.example.com",grant_type="refresh_token"} 1',
      'latchkey_domain_sign_ins_total{domain="bank.example.com",method="passkey",outcome="succeeded"} 1',
    ]);
    expect(await linesOf(metrics, 'latchkey_tokens_issued_total')).toEqual(['latchkey_tokens_issued_total{grant_type="refresh_token"} 2']);
  });
});
