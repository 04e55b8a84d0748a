import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of heap that survive a garbage collection, for each of the values. */
export function heapBytesOfEach(count: number, create: (n: number) => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What the first collection finalizes, the second one frees.
  const collectGarbage = () => [collect(), collect()];
  // The first ones compile what the others run.
  for (let n = 0; n < count; n += 1) create(n);
  const kept: unknown[] = Array.from({ length: count });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < count; n += 1) kept[n] = create(n);
  collectGarbage();
  return (process.memoryUsage().heapUsed - before) / kept.length;
}
