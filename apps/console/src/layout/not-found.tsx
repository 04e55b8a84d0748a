import { i18n } from '@lingui/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Notice } from '../ui/notice.js';

/** The page of an address that does not exist. */
export function NotFound() {
  return (
    <Notice icon={IconZoomQuestion} title={i18n.t('This page does not exist')} page>
      <Link to="/domains">{i18n.t('Open the list of domains')}</Link>
    </Notice>
  );
}
