/** The roles of a row of `end_user`. */
export const USER_ROLES = `ARRAY (SELECT role FROM user_role WHERE user_role.domain_id = end_user.domain_id AND user_role.sub = end_user.sub ORDER BY role)`;
