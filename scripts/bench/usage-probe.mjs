/**
 * Loaded into the measured processes (`--import`) only where there is no /proc: answers with the process's own figures
 * over the IPC channel, which is not allowed to keep the process alive.
 *
 * @typedef {{ cpuMicroseconds: number, memory: import('./cpu-meter.mjs').Memory }} Usage
 */
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  const memory = { current: process.memoryUsage.rss() / 1e6, peak: (process.resourceUsage().maxRSS * 1024) / 1e6 };
  process.send?.({ cpuMicroseconds: user + system, memory });
});
process.channel?.unref();
