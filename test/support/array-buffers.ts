import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the array buffers of this process that survive a garbage collection. */
export function arrayBuffersInUse(): number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // A thread frees the buffers after the collection; the next collection waits for it.
  for (let collection = 0; collection < 2; collection += 1) collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
