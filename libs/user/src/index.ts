export {
  applyPatch,
  buildNewAttributes,
  findNewAttributesViolations,
  findPatchViolations,
  isAttributeName,
  listChangedNames,
  MAX_ATTRIBUTES,
  MAX_NAME_LENGTH,
  TIME_PROPERTIES,
} from './attributes.js';
export { joinPointer } from './json-pointer.js';
export { findValueViolations, MAX_DEPTH } from './json-value.js';
export { isObject, mergePatch, type JsonObject } from './merge-patch.js';
export { compareRoles } from './role-difference.js';
export { DomainTransactionService } from './domain-transaction.service.js';
export { GroupChangeService, MAX_ROLES, MAX_ROLES_OF_ONE, type GroupProperties, type MemberChange } from './group-change.service.js';
export { createUserNotFoundProblem, LOCAL_IDENTITY_PROVIDER, UserChangeService, type NewUserRequest } from './user-change.service.js';
export { ERASURE_RECEIPT_TYPE, type ErasureReceipt } from './erasure-receipt.js';
export { UserExportService } from './user-export.service.js';
export { type ChangedDomain, type ErasingDomain } from './changed-domain.js';
export { UserChangeModule } from './user-change.module.js';
