import { i18n } from '@lingui/core';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import classes from './log.module.css';

/** Follows new entries, or stops. */
export function LiveToggle({ isLive, onToggle }: { isLive: boolean; onToggle: () => void }) {
  const Icon = isLive ? IconPlayerPause : IconPlayerPlay;
  return (
    <Tooltip label={isLive ? i18n.t('Stop following new entries (Space)') : i18n.t('Follow new entries (Space)')}>
      <UnstyledButton className={classes['live']} aria-pressed={isLive} onClick={onToggle}>
        <span className={classes['pulse']} aria-hidden />
        {i18n.t('Live')}
        <Icon size={15} stroke={1.6} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
