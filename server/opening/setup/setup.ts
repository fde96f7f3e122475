import type { z } from 'zod';
import {
  setupSteps,
  type markStep as markContract,
  type readSetup as readContract,
  type SetupStep,
} from '#contract/opening/setup.ts';
import { audit } from '#server/audit/audit.ts';
import { sendTestMessage } from '#server/base/email/email.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { notFound, Refusal } from '#server/base/http/errors.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import { hideSecrets } from '#server/doctor/examine.ts';
import { countListings, lockSetup, readSetup, saveSetup } from './queries-setup.ts';

type Reply = z.input<(typeof readContract)['reply']>;
const noSetup = () => notFound('This directory has no setup.');

const PLACEHOLDER_EMAIL = 'support@enamel.example';
const PLACEHOLDER_PHONE = '(555) 555-0100';
const TESTS = { hits: 5, seconds: 600 };

function describeStep(step: SetupStep, { config, settings }: Ctx, listings: number): string {
  const { SMTP_URL, MAIL_FROM } = config;
  const { brand, supportEmail, supportPhone } = settings.current;
  if (step === 'contact')
    return supportEmail === PLACEHOLDER_EMAIL || supportPhone === PLACEHOLDER_PHONE
      ? `Visitors see ${brand}, ${supportEmail}, and ${supportPhone}. Please replace the placeholders.`
      : `Visitors see ${brand}, ${supportEmail}, and ${supportPhone}.`;
  if (step === 'email')
    return SMTP_URL
      ? `Emails come from ${MAIL_FROM} through ${new URL(SMTP_URL).host}.`
      : 'Emails are only written to files in DATA_DIR/outbox. Set SMTP_URL and MAIL_FROM for the server to send them.';
  if (step === 'payments')
    return config.payments
      ? 'Practices can buy plans through Stripe.'
      : 'Payments are off: claims and listings are free, and no page mentions plans. Subscriptions says how to switch them on.';
  return listings === 0
    ? 'The directory has no listings.'
    : `The directory has ${listings.toLocaleString('en-US')} ${listings === 1 ? 'listing' : 'listings'}.`;
}

/** The list stays until the directory is open and every step is done or left for good. */
export async function findSetup(ctx: Ctx): Promise<Reply> {
  const setup = await readSetup(ctx.db);
  if (!setup) return { list: null };
  const isOpen = setup.openedAt !== null;
  if (isOpen && setupSteps.every((step) => setup.steps[step]?.state === 'done')) return { list: null };
  const listings = await countListings(ctx.db);
  return {
    list: {
      isOpen,
      steps: setupSteps.map((step) => {
        const mark = setup.steps[step];
        return {
          step,
          doneAt: mark?.state === 'done' ? mark.at : null,
          isLater: mark?.state === 'later',
          text: describeStep(step, ctx, listings),
        };
      }),
    },
  };
}

export async function markStep(
  ctx: Ctx<Actor>,
  { step, state }: z.output<(typeof markContract)['body']>,
): Promise<Reply> {
  await ctx.db.transaction(async (trx) => {
    const setup = await lockSetup(trx);
    if (!setup) throw noSetup();
    const now = ctx.clock.now();
    const { [step]: _before, ...others } = setup.steps;
    const steps = state === 'open' ? others : { ...others, [step]: { at: now.toISOString(), state } };
    await saveSetup(trx, { ...setup, steps }, now, ctx.actor.userId);
  });
  return findSetup(ctx);
}

/** Sent at once and not by a job, so that the answer of the mail server is on the screen. */
export async function sendTestEmail(ctx: Ctx<Actor>): Promise<{ ok: true; to: string; isOutbox: boolean }> {
  await enforceLimit(
    ctx,
    'LIMIT_CONTACT',
    `test email ${ctx.actor.userId}`,
    'You have sent several test messages. Please wait ten minutes.',
    TESTS,
  );
  const { name, email } = ctx.actor;
  try {
    await sendTestMessage(ctx, { name, email });
  } catch (error) {
    ctx.log.warn({ err: error }, 'the test message was not sent');
    throw new Refusal(
      502,
      'email_failed',
      hideSecrets(ctx.config)(`The mail server didn’t take the message: ${(error as Error).message}`),
    );
  }
  return { ok: true, to: email, isOutbox: !ctx.config.SMTP_URL };
}

/** Opens the directory to the public. Opening it again changes nothing. */
export async function goLive(ctx: Ctx<Actor>): Promise<Reply> {
  await ctx.db.transaction(async (trx) => {
    const setup = await lockSetup(trx);
    if (!setup) throw noSetup();
    if (setup.openedAt !== null) return;
    const now = ctx.clock.now();
    await saveSetup(trx, { ...setup, openedAt: now.toISOString() }, now, ctx.actor.userId);
    await audit(trx, ctx.actor, {
      at: now,
      action: 'directory.opened',
      subject: 'settings',
      note: 'Opened the directory to the public.',
    });
  });
  return findSetup(ctx);
}
