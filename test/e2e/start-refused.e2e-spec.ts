import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts, NpmStart, START_SCRIPT, takePort, type Ports } from '../support/npm-start.js';
import { freePort } from '../support/service-process.js';
import { makeTestFolder } from '../support/test-folder.mjs';

describe('npm start, when it cannot run', () => {
  let parent: string;
  let ports: Ports;

  beforeAll(async () => {
    parent = makeTestFolder('npm start');
    ports = await freePorts();
  });

  afterAll(async () => {
    await NpmStart.endAll();
    rmSync(parent, { recursive: true });
  });

  /** Each error is reported on one line, and nothing is started. */
  async function refusal(environment: Record<string, string>): Promise<string> {
    const run = new NpmStart({ ...ports, DATA_DIR: join(parent, 'refused'), ...environment }, START_SCRIPT);
    expect((await run.ended).code).toBe(1);
    expect(run.said).toHaveLength(1);
    expect(run.hasDatabase).toBe(false);
    return String(run.said[0]);
  }

  it.each(['MANAGEMENT_PORT', 'AUTH_PORT'])('names the port and %s when the port is taken', async (name) => {
    const { port, release } = await takePort();

    expect(await refusal({ [name]: String(port) })).toBe(`${name}: port ${port} is taken: free it, or set ${name} to another port`);
    await release();
  });

  it('also explains how to leave the demo out when DEMO_PORT is taken', async () => {
    const { port, release } = await takePort();

    expect(await refusal({ DEMO: 'on', DEMO_PORT: String(port) })).toBe(
      `DEMO_PORT: port ${port} is taken: free it, or set DEMO_PORT to another port, or leave the demo out with DEMO=off`,
    );
    await release();
  });

  it('names DEMO if it is neither on nor off', async () => {
    expect(await refusal({ DEMO: 'yes' })).toBe('DEMO: must be one of: on, off');
  });

  it('refuses the same port for both services', async () => {
    expect(await refusal({ AUTH_PORT: ports.MANAGEMENT_PORT })).toMatch(/^AUTH_PORT: port \d+ is already used by MANAGEMENT_PORT/);
  });

  it('names DATA_DIR if it cannot be created', async () => {
    expect(await refusal({ DATA_DIR: '/proc/latchkey/data' })).toMatch(
      /^DATA_DIR: \/proc\/latchkey\/data is not writable \(E\w+\): make it/,
    );
  });

  it('names DATA_DIR if it cannot be written to', async () => {
    const file = join(parent, 'a file');
    writeFileSync(file, '');

    expect(await refusal({ DATA_DIR: join(file, 'data') })).toBe(
      `DATA_DIR: ${join(file, 'data')} is not writable (ENOTDIR): make it writable, or set DATA_DIR to another directory`,
    );
  });

  it('names the variable of an invalid setting', async () => {
    expect(await refusal({ SANDBOX_ZONE: 'localhost' })).toMatch(/^SANDBOX_ZONE: must be a DNS zone/);
  });

  it('names every invalid setting at once', async () => {
    const run = new NpmStart({
      ...ports,
      DATA_DIR: join(parent, 'refused'),
      DEMO: 'yes',
      DEMO_PORT: '0',
      AUTH_PORT: 'x',
      SANDBOX_ZONE: 'localhost',
    });

    expect((await run.ended).code).toBe(1);
    expect(run.said.map((line) => line.split(':')[0])).toEqual(['DEMO', 'AUTH_PORT', 'DEMO_PORT', 'SANDBOX_ZONE']);
  });

  it('refuses to run in production', async () => {
    expect(await refusal({ NODE_ENV: 'production' })).toMatch(
      /^NODE_ENV: .* DATABASE_URL .*"npm run migrate", "npm run start:management" and "npm run start:auth"$/,
    );
  });

  it('names the database that it cannot reach', async () => {
    const port = await freePort();

    expect(await refusal({ DATABASE_URL: `postgres://127.0.0.1:${port}/none` })).toMatch(/^DATABASE_URL: .*ECONNREFUSED/);
  });
});
