/** Loaded into a process whose memory is measured. It answers over the IPC channel, which does not keep the process alive. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @typedef {{ rss: number, arrayBuffers: number }} SurvivingMemory megabytes, after a garbage collection */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', () => {
  // Also returns free pages to the system, because V8's reserve differs by several megabytes between samples.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss: rss / 1e6, arrayBuffers: arrayBuffers / 1e6 });
});
process.channel?.unref();
