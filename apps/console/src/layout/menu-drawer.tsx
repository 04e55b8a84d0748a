import { i18n } from '@lingui/core';
import { Drawer } from '@mantine/core';
import { Sidebar } from './sidebar.js';

/** The navigation of narrow windows. It closes when a link in it is followed. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} size={280} title={i18n.t('Menu')} padding="xs">
      <div onClick={(event) => (event.target as Element).closest('a') && onClose()}>
        <Sidebar />
      </div>
    </Drawer>
  );
}
