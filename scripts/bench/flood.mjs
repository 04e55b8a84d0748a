/** A process that keeps connections busy from its first message to its second one. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Load } from './load.mjs';

/** @typedef {{ port: number, connections: number, requests: Buffer[], statuses: readonly number[] }} Flood `statuses` of the expected answers */

const RISE_MS = 2_000;
const [{ port, connections, requests, statuses }] = /** @type {[Flood]} */ (await once(process, 'message'));
let isStopped = false;
let sent = 0;
process.once('message', () => (isStopped = true));

const next = () => (isStopped ? undefined : { bytes: /** @type {Buffer} */ (requests[(sent += 1) % requests.length]) });
const load = await Load.open(port, connections);
const running = load.run({ next, accepts: ({ status }) => statuses.includes(status) });
await wait(RISE_MS);
process.send?.('risen');
const { bad } = await running;
load.close();
process.send?.(bad);
process.disconnect();
