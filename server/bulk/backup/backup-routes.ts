import { pipeline } from 'node:stream/promises';
import * as contract from '#contract/bulk/backups.ts';
import { confirmOwnPassword } from '#server/accounts/sign-in/own-password.ts';
import { audit } from '#server/audit/audit.ts';
import { notFound } from '#server/base/http/errors.ts';
import { admin } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { listRecentBackups, NIGHTLY_SCHEDULE, openBackup } from './backup-store.ts';
import {
  cancelBackupRun,
  discardCopy,
  DRILL_SCHEDULE,
  getBackupRun,
  listBackupRuns,
  startBackup,
  startRestore,
} from './backup-runs.ts';
import { findBackup, type ListedBackup } from './queries-stored.ts';

const describeBackup = ({ drilledAt, drillStatus, drillMessage, ...backup }: ListedBackup) => ({
  ...backup,
  drill: drilledAt && { at: drilledAt, passed: drillStatus === 'done', message: drillMessage ?? '' },
});

/** Calls for backups that the server stores. */
export const storedBackupRoutes: Route[] = [
  serve(contract.listBackups, admin, async (_input, ctx) => ({
    backups: (await listRecentBackups(ctx)).map(describeBackup),
    runs: await listBackupRuns(ctx),
    nightly: NIGHTLY_SCHEDULE,
    drill: DRILL_SCHEDULE,
  })),
  serve(contract.createBackup, admin, async (_input, ctx) => new Answer({ id: await startBackup(ctx) }, {}, 202)),
  serve(contract.storedBackup, admin, async ({ params }, ctx, { res }) => {
    const backup = await findBackup(ctx.db, params.id);
    if (!backup) throw notFound('We could not find this backup.');
    const file = await openBackup(ctx, backup);
    await audit(ctx.db, ctx.actor, {
      at: ctx.clock.now(),
      action: 'backup.downloaded',
      subject: 'backup',
      subjectId: backup.name,
      note: `Downloaded the backup ${backup.name}.`,
    });
    res.set({
      'Content-Type': 'application/gzip',
      'Content-Length': String(backup.bytes),
      'Content-Disposition': `attachment; filename="${backup.name}"`,
    });
    await pipeline(file, res).catch((error: unknown) => {
      if (!ctx.signal.aborted) throw error;
    });
  }),
  serve(contract.restoreBackupCopy, admin, async ({ params, body }, ctx) => {
    await confirmOwnPassword(ctx, body.password);
    return new Answer({ id: await startRestore(ctx, params.id, 'restore') }, {}, 202);
  }),
  serve(
    contract.testBackup,
    admin,
    async ({ params }, ctx) => new Answer({ id: await startRestore(ctx, params.id, 'drill') }, {}, 202),
  ),
  serve(contract.getBackupRun, admin, ({ params }, ctx) => getBackupRun(ctx, params.id)),
  serve(contract.cancelBackupRun, admin, ({ params }, ctx) => cancelBackupRun(ctx, params.id)),
  serve(contract.discardBackupCopy, admin, ({ params }, ctx) => discardCopy(ctx, params.id)),
];
