import { spawnSync } from 'node:child_process';
import type { ReceivedDelivery } from './webhook-delivery.mjs';

const MAIN = `
delivery = json.loads(input())
print(verify_webhook(delivery["headers"], delivery["body"].encode(), delivery["secret"])["type"])
`;

/** Runs a receiver in Python. @returns the type of the event, or the reason for refusing it */
export function runPythonReceiver(code: string, delivery: ReceivedDelivery): string {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', `${code}${MAIN}`], { input: JSON.stringify(delivery), encoding: 'utf8' });
  return stdout.trim() || stderr.trim().split('\n').at(-1)!;
}
