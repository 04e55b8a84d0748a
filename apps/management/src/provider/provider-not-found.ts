import { Problem } from '@latchkey/problem';

export function providerNotFound(name: string): Problem {
  return new Problem('provider-not-found', `The domain has no identity provider ${name}.`);
}
