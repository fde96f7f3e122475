import { can, type Permission } from '#shared/permissions.ts';
import { isStaff, type StaffRole } from '#shared/roles.ts';
import { useUser } from '#ui/base/session.ts';

/** Whether the signed-in person's role has a permission. The server checks every call by itself. */
export const useMay = (permission: Permission): boolean => can(useUser()?.role, permission);

/** The role of a staff member; null for everyone else. */
export function useStaffRole(): StaffRole | null {
  const role = useUser()?.role;
  return role && isStaff(role) ? role : null;
}
