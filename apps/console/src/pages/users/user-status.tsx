import { i18n } from '@lingui/core';
import { Status } from '../../ui/status.js';

/** Whether a user may sign in, in words. */
export function UserStatus({ active, areCodesLocked = false }: { active: boolean; areCodesLocked?: boolean }) {
  return (
    <Status tone={active ? 'success' : 'neutral'} detail={areCodesLocked ? i18n.t('Codes locked') : null}>
      {active ? i18n.t('Active') : i18n.t('Deactivated')}
    </Status>
  );
}
