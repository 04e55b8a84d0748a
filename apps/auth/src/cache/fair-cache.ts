import { LRUCache } from 'lru-cache';

/** In bytes, by estimates. */
export interface FairCacheLimits {
  /** Of all owners together. */
  total: number;
  owner: number;
}

interface Sized<Value> {
  value: Value;
  bytes: number;
}

/**
 * Caches values of owners, such as domains, that outsiders can create at will. Each owner has limited room; beyond the total, the owner with
 * the most loses what it has not used for the longest time. So no owner can evict the values of a smaller one.
 */
export class FairCache<Value> {
  private readonly owners = new Map<string, LRUCache<string, Sized<Value>>>();
  private total = 0;

  constructor(private readonly limits: FairCacheLimits) {}

  get(owner: string, key: string): Value | undefined {
    return this.owners.get(owner)?.get(key)?.value;
  }

  set(owner: string, key: string, sized: Sized<Value>): void {
    const values = this.owners.get(owner) ?? this.createOwner(owner);
    values.set(key, sized);
    while (this.total > this.limits.total) this.evict();
  }

  get bytes(): number {
    return this.total;
  }

  ownerIds(): Iterable<string> {
    return this.owners.keys();
  }

  deleteOwner(owner: string): void {
    this.owners.get(owner)?.clear();
    this.owners.delete(owner);
  }

  private createOwner(owner: string): LRUCache<string, Sized<Value>> {
    const values = new LRUCache<string, Sized<Value>>({
      maxSize: this.limits.owner,
      sizeCalculation: ({ bytes }, key) => bytes + key.length,
      onInsert: (value, key) => (this.total += value.bytes + key.length),
      dispose: (value, key) => (this.total -= value.bytes + key.length),
    });
    this.owners.set(owner, values);
    return values;
  }

  private evict(): void {
    const [owner, values] = [...this.owners].reduce((a, b) => (b[1].calculatedSize > a[1].calculatedSize ? b : a));
    values.pop();
    if (values.size === 0) this.owners.delete(owner);
  }
}
