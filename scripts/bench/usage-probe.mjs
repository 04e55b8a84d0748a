import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the measured processes (`--import`) where there is no /proc, or where a benchmark needs it: answers with the process's own
 * figures over the IPC channel, which does not keep the process alive.
 *
 * @typedef {{ cpuMicroseconds: number, memory: import('./cpu-meter.mjs').Memory }} Usage
 * @typedef {{ rss: number, arrayBuffers: number }} SurvivingMemory megabytes, after a garbage collection
 */
process.on('message', (message) => {
  if (message === 'usage') sendUsage();
  if (message === 'surviving memory') sendSurvivingMemory();
});

function sendUsage() {
  const { user, system } = process.cpuUsage();
  const memory = { current: process.memoryUsage.rss() / 1e6, peak: (process.resourceUsage().maxRSS * 1024) / 1e6 };
  process.send?.({ cpuMicroseconds: user + system, memory });
}

function sendSurvivingMemory() {
  setFlagsFromString('--expose-gc');
  // Also returns free pages to the system: V8's reserve differs by several megabytes from sample to sample.
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { rss, arrayBuffers } = process.memoryUsage();
  process.send?.({ rss: rss / 1e6, arrayBuffers: arrayBuffers / 1e6 });
}

process.channel?.unref();
