/**
 * The files of the console's screens. They are named here and not in the routes, because whoever names a file also
 * carries the names of all that it needs, and the public pages should not.
 */
export const shell = () => import('#ui/admin-shell/AdminShell.tsx');
export const admin = () => import('#ui/app/AdminPage.tsx');
export const topics = () => import('#ui/articles/admin/AdminTopicsPage.tsx');
export const listings = () => import('#ui/listings/admin/ListingsPage.tsx');
export const problems = () => import('#ui/listings/admin/ProblemsPage.tsx');
export const users = () => import('#ui/accounts/admin/UsersPage.tsx');
export const imports = () => import('#ui/bulk/admin/ImportsPage.tsx');
export const importRun = () => import('#ui/bulk/admin/ImportPage.tsx');
export const audit = () => import('#ui/audit/admin/AuditPage.tsx');
