/**
 * How much the fault tests do: by default they kill where the state that a process leaves behind differs; with FAULTS=all wherever they can, in
 * many rounds.
 */
export const IS_EVERY_FAULT = process.env['FAULTS'] === 'all';
