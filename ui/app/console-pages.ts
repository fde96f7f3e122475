/**
 * The files of the console's screens. They are named here and not in the routes, because whoever names a file also
 * carries the names of all that it needs, and the public pages should not.
 */
export const shell = () => import('#ui/settings/ConsoleShell.tsx');
export const admin = () => import('#ui/settings/AdminPage.tsx');
export const topics = () => import('#ui/articles/AdminTopicsPage.tsx');
export const listings = () => import('#ui/settings/ListingsPage.tsx');
export const problems = () => import('#ui/settings/ProblemsPage.tsx');
export const users = () => import('#ui/settings/UsersPage.tsx');
export const imports = () => import('#ui/bulk/ImportsPage.tsx');
export const importRun = () => import('#ui/bulk/ImportPage.tsx');
export const audit = () => import('#ui/settings/AuditPage.tsx');
