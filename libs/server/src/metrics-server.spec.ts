import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, Metrics } from '@latchkey/observability';
import { freePort } from '../../../test/support/service-process.js';
import { Service } from './service.js';

let service: Service;
let ports: { port: number; metricsPort: number };

const serviceOn = ({ port, metricsPort }: typeof ports): Service => {
  const logger = createLogger({ service: 'auth', level: 'silent', format: 'json' });
  const endpoint = { port, portVariable: 'AUTH_PORT', address: '127.0.0.1', publicUrl: 'http://{domain}', poolSize: 10 };
  return new Service({ ...endpoint, metricsPort, logger, metrics: new Metrics() });
};

async function statusOf(port: number, path: string, method = 'GET'): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  await answer.text();
  return answer.status;
}

beforeEach(async () => {
  ports = { port: await freePort(), metricsPort: await freePort() };
  service = serviceOn(ports);
  await service.start();
  service.serve({
    listener: (_request, response) => response.writeHead(418).end(),
    isReady: async () => true,
    close: async () => undefined,
  });
});

afterEach(() => service.stop());

describe('metrics on a separate port', () => {
  it('are the only thing served there, and are served only there', async () => {
    const { port, metricsPort } = ports;

    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

    expect(text).toContain('process_resident_memory_bytes');
    expect(await statusOf(port, '/metrics')).toBe(418);
    for (const path of ['/healthz', '/readyz']) expect(await statusOf(port, path)).toBe(200);
    for (const path of ['/healthz', '/readyz', '/', '/metrics/', '/v1/domain']) expect(await statusOf(metricsPort, path)).toBe(404);
    expect(await statusOf(metricsPort, '/metrics', 'POST')).toBe(405);
  });

  it('stop with the service', async () => {
    await service.stop();

    await expect(fetch(`http://127.0.0.1:${ports.metricsPort}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('prevent the service from starting if their port is taken, with a line that names the port and the variable', async () => {
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { port: metricsPort } = occupant.address() as AddressInfo;
    const other = serviceOn({ port: await freePort(), metricsPort });

    await expect(other.start()).rejects.toThrow(`port ${metricsPort} is taken: free it, or set METRICS_PORT to another port`);

    await other.stop();
    occupant.close();
  });
});
