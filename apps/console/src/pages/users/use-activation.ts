import { i18n } from '@lingui/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../ui/toasts.js';
import { nameOf, patchUser, userQueryKey, type User, type UserKey } from './users-query.js';

/** Deactivates or activates a user without a form, and offers to undo it. */
export function useActivation(key: UserKey, user: User) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (active: boolean) => patchUser(key, { active }),
    onSuccess: async (_answer, active) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: userQueryKey(key) }),
        queries.invalidateQueries({ queryKey: ['users', key.domain] }),
      ]);
      const name = nameOf(user);
      const text = active ? i18n.t('{name} activated', { name }) : i18n.t('{name} deactivated', { name });
      showToast({ message: text, undo: () => change.mutate(!active) });
    },
    onError: (error) => showToast({ message: error.message }),
  });
  return { isPending: change.isPending, toggle: () => change.mutate(!user.active) };
}
