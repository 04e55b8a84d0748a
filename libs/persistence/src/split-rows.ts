/** The number of rows of one statement: few round trips, and far below the time limit of a statement. */
const MAX_ROWS = 500;

/** Splits rows into parts for one statement each. */
export function splitRows<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / MAX_ROWS);
  return Array.from({ length: count }, (_none, index) => rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS));
}
