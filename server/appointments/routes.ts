import * as admin from '#contract/appointments/admin-appointments.ts';
import * as contract from '#contract/appointments/appointments.ts';
import * as agreement from '#contract/appointments/agreement.ts';
import { totalHeader } from '#server/base/tables/pagination.ts';
import { admin as adminOnly, anyone, everyone, signedIn } from '#server/base/http/guards.ts';
import { Answer, serve, type Route } from '#server/base/http/serve.ts';
import { describeAgreement, findAgreement, publishNewAgreement } from './agreement/agreement.ts';
import { closeRequest, findCounts, findRequests, openRequest } from './admin.ts';
import { answerOwn, deleteOwn, viewOwn } from './patient.ts';
import { answerRequest, exportReceived, findInbox } from './practice.ts';
import { findOptions, receiveRequest } from './requests.ts';
import { findOwnSettings, saveSettings } from './settings.ts';

const ok = { ok: true } as const;
const counted = <T>({ items, total }: { items: T[]; total: number }) => new Answer(items, totalHeader(total));

export const routes: Route[] = [
  serve(contract.appointmentOptions, everyone, ({ params }, ctx) => findOptions(ctx, params.id)),
  serve(contract.requestAppointment, anyone, ({ params, body }, ctx) => receiveRequest(ctx, params.id, body)),
  serve(contract.viewAppointment, anyone, ({ body }, ctx) => viewOwn(ctx, body.token)),
  serve(contract.answerAsPatient, anyone, ({ body }, ctx) => answerOwn(ctx, body)),
  serve(contract.deleteAppointment, anyone, async ({ body }, ctx) => {
    await deleteOwn(ctx, body.token);
    return ok;
  }),

  serve(contract.appointmentListings, signedIn, (_input, ctx) => findOwnSettings(ctx)),
  serve(contract.saveAppointmentSettings, signedIn, async ({ params, body }, ctx) => {
    await saveSettings(ctx, params.id, body);
    return ok;
  }),
  serve(contract.exportAppointments, signedIn, async (_input, ctx, { res }) => {
    const csv = await exportReceived(ctx);
    res.set({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="appointment-requests.csv"',
    });
    res.send(csv);
  }),
  serve(contract.receivedAppointments, signedIn, async ({ query }, ctx) => counted(await findInbox(ctx, query))),
  serve(contract.answerAppointment, signedIn, ({ params, body }, ctx) => answerRequest(ctx, params.id, body)),

  serve(agreement.currentAgreement, signedIn, (_input, { db }) => findAgreement(db)),
  serve(agreement.agreementForStaff, adminOnly, (_input, ctx) => describeAgreement(ctx)),
  serve(agreement.publishAgreement, adminOnly, ({ body }, ctx) => publishNewAgreement(ctx, body)),

  serve(admin.countAppointments, adminOnly, (_input, ctx) => findCounts(ctx)),
  serve(admin.listAppointments, adminOnly, async ({ query }, ctx) => counted(await findRequests(ctx, query))),
  serve(admin.openAppointment, adminOnly, ({ params }, ctx) => openRequest(ctx, params.id)),
  serve(admin.closeAppointment, adminOnly, async ({ params }, ctx) => {
    await closeRequest(ctx, params.id);
    return ok;
  }),
];
