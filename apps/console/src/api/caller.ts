import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer, api } from './api.js';

const callerQuery = queryOptions({ queryKey: ['caller'], queryFn: () => answer(api.GET('/v1/caller')), staleTime: 60_000 });

/** @returns who is signed in, or undefined until the API answered */
export function useCaller() {
  return useQuery(callerQuery).data?.data;
}

/**
 * Tells what the operator may do, so that pages leave out what the server would refuse.
 *
 * @returns whether the operator has a permission such as `client:write`, which includes `client:read`
 */
export function useCan(): (permission: string) => boolean {
  const permissions = useCaller()?.permissions ?? [];
  return (permission) => {
    const [resource, action] = permission.split(':');
    return [permission, '*', `${resource}:write`, ...(action === 'read' ? ['*:read', `${resource}:read`] : [])].some((held) =>
      permissions.includes(held),
    );
  };
}
