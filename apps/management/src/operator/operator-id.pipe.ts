import { createIdentifierPipe, IdentifierParameter } from '../http/identifier.pipe.js';

/** Requires a valid id of an operator. */
export const OperatorIdPipe = createIdentifierPipe('operatorId');

/** Documents the path parameter `{operatorId}`. */
export const OperatorIdParameter = (): MethodDecorator & ClassDecorator =>
  IdentifierParameter('operatorId', "The subscription's id for the operator. It never changes.");
