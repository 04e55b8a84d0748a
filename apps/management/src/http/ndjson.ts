/** The media type of newline-delimited JSON: one JSON text per line. */
export const NDJSON = 'application/x-ndjson';
