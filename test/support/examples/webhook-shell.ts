import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReceivedDelivery } from './webhook-delivery.mjs';
import { makeTestFolder } from '../test-folder.mjs';

/** Runs the commands of a receiver, which need `openssl`. @returns their output */
export function runShellReceiver(code: string, { headers, body, secret }: ReceivedDelivery): string {
  const folder = makeTestFolder('webhook');
  try {
    writeFileSync(join(folder, 'body.json'), body);
    const env = { PATH: process.env['PATH'], ID: headers['webhook-id'], TIMESTAMP: headers['webhook-timestamp'], SECRET: secret };
    return spawnSync('sh', ['-c', code], { cwd: folder, env, encoding: 'utf8' }).stdout.trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
