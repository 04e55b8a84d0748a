import { useState, type ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Modal, type ModalProps } from '@mantine/core';
import { useDraftRequest } from '../api/request-log.js';
import { RequestBar } from '../request-line/request-bar.js';
import classes from './dialog.module.css';

/** A dialog. It shows what its form would send, because the page's own request line is dimmed behind it. */
export function Dialog({ children, ...props }: Pick<ModalProps, 'title' | 'size' | 'onClose'> & { children: ReactNode }) {
  return (
    <Modal opened closeButtonProps={{ 'aria-label': i18n.t('Close') }} {...props}>
      {children}
      <Draft />
    </Modal>
  );
}

function Draft() {
  const draft = useDraftRequest();
  const [isOpen, setOpen] = useState(false);
  if (!draft) return null;
  return (
    <div className={classes['draft']} role="note" aria-label={i18n.t('Or by the API')}>
      <RequestBar request={draft} isOpen={isOpen} onOpen={setOpen} />
    </div>
  );
}
