import { isDatabaseOutage } from '@latchkey/persistence';
import { createOutageTranslator } from '@latchkey/problem';

export const toDatabaseProblem = createOutageTranslator(isDatabaseOutage, 'The service cannot answer now. Try again shortly.');
