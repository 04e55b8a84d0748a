import { isTemporary } from '@latchkey/persistence';
import { createOutageTranslator } from '@latchkey/problem';

export const toDatabaseProblem = createOutageTranslator(isTemporary, 'The service cannot answer now. Try again shortly.');
