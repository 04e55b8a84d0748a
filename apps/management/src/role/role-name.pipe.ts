import { createIdentifierPipe, IdentifierParameter } from '../http/identifier.pipe.js';

/** Requires a valid name of a role. */
export const RoleNamePipe = createIdentifierPipe('role');

/** Documents the path parameter `{role}`. */
export const RoleParameter = (): MethodDecorator & ClassDecorator =>
  IdentifierParameter('role', 'The name of the role, as the claim roles shows it. It never changes.');
