import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Modal, SegmentedControl } from '@mantine/core';
import type { ShownRequest } from '../api/request-log.js';
import { buildCurl, buildFetch } from './curl.js';
import classes from './request-line.module.css';

/** The whole of a request, ready to paste. */
export default function WholeRequest({ request, onClose }: { request: ShownRequest; onClose: () => void }) {
  const [language, setLanguage] = useState('curl');
  const code = language === 'curl' ? buildCurl(request, location.origin) : buildFetch(request, location.origin);
  return (
    <Modal opened onClose={onClose} title={i18n.t('The request behind this page')} size="xl">
      <div className={classes['whole']}>
        <SegmentedControl data={['curl', 'fetch']} value={language} onChange={setLanguage} aria-label={i18n.t('Language')} />
        <pre tabIndex={0}>{code}</pre>
        <p>{i18n.t('The key is read from the environment. No page shows it.')}</p>
      </div>
    </Modal>
  );
}
