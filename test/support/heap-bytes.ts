import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * For each function, the bytes of heap per created value that survive a garbage collection. Collecting a worker's heap takes a third of a
 * second of processor time, so all functions share the collections.
 */
export function heapBytesOfEach(count: number, functions: readonly ((n: number) => unknown)[]): number[] {
  setFlagsFromString('--expose-gc');
  // Otherwise some collections drop compiled code that has not run for a while, up to a megabyte in a worker.
  setFlagsFromString('--no-flush-bytecode');
  const collect = runInNewContext('gc') as () => void;
  // The second collection frees what the first one finalizes.
  const collectGarbage = (): void => {
    collect();
    collect();
  };
  const kept: unknown[] = Array.from({ length: count * functions.length });
  // The first calls compile what the others run.
  for (const create of functions) for (let n = 0; n < count; n += 1) create(n);
  collectGarbage();
  let before = process.memoryUsage().heapUsed;
  const measured = functions.map((create, which) => {
    for (let n = 0; n < count; n += 1) kept[which * count + n] = create(n);
    collectGarbage();
    const after = process.memoryUsage().heapUsed;
    const bytes = (after - before) / count;
    before = after;
    return bytes;
  });
  setFlagsFromString('--flush-bytecode');
  return measured;
}
