import { Problem } from '@latchkey/problem';

export function createIdentityProviderNotFoundProblem(name: string): Problem {
  return new Problem('provider-not-found', `The domain has no identity provider ${name}.`);
}
