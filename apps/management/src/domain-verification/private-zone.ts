/**
 * Finds the private zone of a name: public DNS does not know it, so its ownership is not proved and its records are not checked.
 *
 * @param zones of PRIVATE_ZONES
 * @returns null if it has none
 */
export function findPrivateZone(name: string, zones: readonly string[] = []): string | null {
  return zones.find((zone) => name === zone || name.endsWith(`.${zone}`)) ?? null;
}
