import { i18n } from '@lingui/core';

/** Latchkey keeps the secret of a webhook, encrypted, because it signs with it. */
export const secretNote = () => i18n.t('It signs each delivery. Once you close this, nobody can show it again.');
