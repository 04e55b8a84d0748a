import { createIdentifierPipe, IdentifierParameter } from '../http/identifier.pipe.js';

/** Requires a valid id of a resource. */
export const ResourceIdPipe = createIdentifierPipe('resourceId');

/** Documents the path parameter `{resourceId}`. */
export const ResourceIdParameter = (): MethodDecorator & ClassDecorator =>
  IdentifierParameter('resourceId', "The domain's id for the resource. It never changes.");
