/**
 * Finds the private zone of a name. Public DNS does not know it, so neither its ownership nor its records are checked.
 *
 * @param zones of PRIVATE_ZONES
 *
 * @returns null if it has none
 */
export function findPrivateZone(name: string, zones: readonly string[] = []): string | null {
  return zones.find((zone) => name === zone || name.endsWith(`.${zone}`)) ?? null;
}
