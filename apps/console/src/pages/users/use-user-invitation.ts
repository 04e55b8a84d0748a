import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';

export type UserInvitation = components['schemas']['UserInvitationResponse'];
export type NewUserInvitation = components['schemas']['UserInvitationRequest'];

const REFRESH_MS = 2_000;

/** The newest invitation of a domain with its progress; null: there is none. */
export function useNewestInvitation(domain: string) {
  return useQuery({
    queryKey: ['user-invitation', domain],
    queryFn: async ({ signal }): Promise<UserInvitation | null> => {
      const { data } = await answer(api.GET('/v1/domain/{domain}/user-invitation', { params: { path: { domain } }, signal }));
      if (!data[0]) return null;
      const path = { domain, invitationId: data[0].id };
      return (await answer(api.GET('/v1/domain/{domain}/user-invitation/{invitationId}', { params: { path }, signal }))).data;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'Running' ? REFRESH_MS : false),
  });
}

/** Begins and stops invitations. */
export function useInvitationChanges(domain: string, onError: (error: Error) => void) {
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: ['user-invitation', domain] });
  const begin = useMutation({
    mutationFn: (body: NewUserInvitation) =>
      answer(api.POST('/v1/domain/{domain}/user-invitation', { params: { path: { domain } }, body })),
    onSuccess,
    onError,
  });
  const stop = useMutation({
    mutationFn: (invitationId: string) =>
      answer(api.POST('/v1/domain/{domain}/user-invitation/{invitationId}/stop', { params: { path: { domain, invitationId } } })),
    onSuccess,
  });
  return { begin, stop };
}
