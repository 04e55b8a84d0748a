/**
 * A condition of a change. The change calls it in its transaction, once the resource is locked, so that nothing else changes it until the commit.
 *
 * @param current the resource as it is now; null if it does not exist
 * @param isDefault whether it shows a default and is stored by nothing yet: `If-None-Match: *` then permits to create it
 * @throws Error if the condition does not hold: nothing is changed then
 */
export type Precondition<T> = (current: T | null, isDefault?: boolean) => void | Promise<void>;
