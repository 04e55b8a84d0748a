/** Random choices that a seed determines (mulberry32). */
export function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const chance = (probability: number): boolean => next() < probability;
  return {
    chance,
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
    /** Each item or not. */
    some: <T>(items: readonly T[]): T[] => items.filter(() => chance(0.6)),
  };
}
