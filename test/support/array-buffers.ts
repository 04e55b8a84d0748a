import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The bytes of this process's array buffers that survive a garbage collection. */
export function arrayBuffersInUse(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/** The bytes of this process's heap and array buffers that survive a garbage collection. */
export function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A thread frees the buffers after the collection, and the next collection waits for it.
  for (let collection = 0; collection < 2; collection += 1) collect();
}
