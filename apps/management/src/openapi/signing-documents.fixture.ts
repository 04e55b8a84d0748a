import { SIGNING_ALGORITHMS } from '@latchkey/crypto';

const asDocument = (value: unknown, n: number) => ({ [n % 2 === 0 ? 'idToken' : 'accessToken']: value });
const UNKNOWN = ['none', 'HS256', 'RS512', 'rs256', '', ['ES256'], 7];

/** Documents that …/signing of domains and clients accepts. */
export const ACCEPTED_SIGNING = SIGNING_ALGORITHMS.flatMap((algorithm) => [0, 1].map((n) => asDocument(algorithm, n)));

/** Documents that both reject. */
export const REFUSED_SIGNING = UNKNOWN.map(asDocument);

export const NULL_SIGNING = [null, null].map(asDocument);
