/**
 * How much the fault tests do. By default they kill only where the remaining state of a process differs; with FAULTS=all wherever they can,
 * in many rounds.
 */
export const IS_EVERY_FAULT = process.env['FAULTS'] === 'all';
