import { i18n } from '@lingui/core';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Mark } from '../ui/mark.js';
import { openPalette } from './palette.js';
import classes from './domain-switcher.module.css';

/** The domain whose pages are open. Choosing another one is a search, because there may be 50,000. */
export function DomainSwitcher() {
  const { domain } = useParams({ strict: false });
  if (domain === undefined) return null;
  return (
    <UnstyledButton className={classes['switcher']} onClick={openPalette} title={i18n.t('Switch to another domain')}>
      <Mark name={domain} size={26} />
      <span>
        <strong>{domain.split('.')[0]}</strong>
        <small>{domain}</small>
      </span>
      <IconSelector size={16} aria-hidden />
    </UnstyledButton>
  );
}
