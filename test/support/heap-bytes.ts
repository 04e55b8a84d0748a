import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes of heap that survive a garbage collection, for each of the values that a function creates, of each function. A collection of a worker's heap
 * takes a third of a second of processor time: all functions share them.
 */
export function heapBytesOfEach(count: number, functions: readonly ((n: number) => unknown)[]): number[] {
  setFlagsFromString('--expose-gc');
  // Else some collections drop compiled code that has not run for a while: up to a megabyte in a worker.
  setFlagsFromString('--no-flush-bytecode');
  const collect = runInNewContext('gc') as () => void;
  // What the first collection finalizes, the second one frees.
  const collectGarbage = (): void => {
    collect();
    collect();
  };
  const kept: unknown[] = Array.from({ length: count * functions.length });
  // The first ones compile what the others run.
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
