import { i18n } from '@lingui/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../../api/api.js';
import { showToast } from '../../../ui/toasts.js';
import { clientQueries, type ClientPath } from '../client-queries.js';

/** Whether the client may do anything. Disabling it can be undone. */
export function useActive(path: ClientPath) {
  const queries = useQueryClient();
  const { active, all } = clientQueries(path);
  const query = useQuery(active);
  const change = useMutation({
    mutationFn: (isActive: boolean) =>
      answer(api.PUT('/v1/domain/{domain}/client/{clientId}/active', { params: { path }, body: { active: isActive } })),
    onSuccess: async (_answer, isActive) => {
      await queries.invalidateQueries({ queryKey: all });
      const { clientId } = path;
      showToast({
        message: isActive ? i18n.t('{clientId} enabled', { clientId }) : i18n.t('{clientId} disabled', { clientId }),
        undo: () => change.mutate(!isActive),
      });
    },
    onError: (error) => showToast({ message: error.message }),
  });
  return { isActive: query.data?.data.active, isChanging: change.isPending, setActive: (isActive: boolean) => change.mutate(isActive) };
}
