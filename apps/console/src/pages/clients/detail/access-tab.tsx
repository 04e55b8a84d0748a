import { Columns } from '../../../ui/panel.js';
import type { TabProps } from './tab-props.js';
import { ApiAccess } from './api-access.js';
import { ClaimsForm } from './claims-form.js';
import { GrantsForm } from './grants-form.js';
import { RolesForm } from './roles-form.js';
import { WhatItGets } from './what-it-gets.js';

/** What the client may ask for: APIs, roles, further grants, and claims of its own. */
export function AccessTab({ path, read }: TabProps) {
  return (
    <Columns aside={<WhatItGets path={path} hasLink={false} />}>
      <ApiAccess path={path} />
      <RolesForm path={path} />
      <GrantsForm path={path} client={read.data} />
      <ClaimsForm path={path} />
    </Columns>
  );
}
