import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the array buffers of this process that survive a garbage collection. */
export function arrayBuffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** Bytes of the heap and the array buffers of this process that survive a garbage collection. */
export function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A thread frees the buffers after the collection; the next collection waits for it.
  for (let collection = 0; collection < 2; collection += 1) collect();
}
