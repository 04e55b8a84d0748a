import { i18n } from '@lingui/core';
import { useCaller, useCan } from '../../api/caller.js';
import classes from './clients.module.css';

/** Tells operators who may only read whom to ask. */
export function ReadOnlyNote() {
  const isKnown = useCaller() !== undefined;
  const can = useCan();
  if (!isKnown || can('client:write')) return null;
  return (
    <p className={classes['note']}>
      {i18n.t('You may read clients. To change them, ask an owner for {permission}.', { permission: 'client:write' })}
    </p>
  );
}
