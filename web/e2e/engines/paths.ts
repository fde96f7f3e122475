import type { Knex } from 'knex';
import { takingRequests } from '../harness/plain-forms.ts';
import { waitFor } from './engine.ts';
import type { Visitor } from './visitor.ts';

interface Place {
  visitor: Visitor;
  db: Knex;
  /** Differs by engine and size, because their tests share a database. */
  email: string;
}

const PASSWORD = 'amber window kettle';

/** The main paths of patients and owners, in order: the owner of the last ones signs up in an earlier one. */
export const PATHS: Record<string, (place: Place) => Promise<void>> = {
  search: async ({ visitor }) => {
    await visitor.open('/');
    await visitor.fits();
    await visitor.fill('Location', 'dentists in Texas open Saturday');
    await visitor.click('button', 'Search');
    await visitor.at(/^\/directory\?.*openOn=sat/);
    await visitor.see('Showing 1-10 of');
    await visitor.fits();
    if (await visitor.isPhone()) {
      await visitor.click('button', 'Filters');
      // WebKit doesn't animate in a virtual display, so the sheet may stay outside the window.
      await waitFor('the filters', () =>
        visitor.engine.evaluate(
          () => document.querySelector('[role=dialog][data-state=open] [name=insurance]') !== null,
        ),
      );
    } else {
      await visitor.click('choice', 'Accepts insurance');
      await visitor.at(/insurance=1/);
    }
  },
  'profile and back': async ({ visitor }) => {
    await visitor.open('/directory?location=Texas');
    const names = await visitor.engine.evaluate(() =>
      [...document.querySelectorAll('article h3 a')].map((link) => link.textContent!.trim()),
    );
    const { x, y } = await visitor.find('link', names[6]!);
    const before = await visitor.engine.evaluate(() => scrollY);
    await visitor.engine.click(x, y);
    await visitor.find('heading', names[6]!);
    await visitor.see('Hours');
    await visitor.fits();
    await visitor.engine.back();
    await visitor.at(/^\/directory\?location=Texas$/);
    await waitFor(
      `the scroll position ${before}`,
      async () => (await visitor.engine.evaluate(() => scrollY)) === before,
    );
  },
  'request an appointment': async ({ visitor, db, email }) => {
    const { id } = await takingRequests(db);
    await visitor.open(`/profile/${id}`);
    await visitor.click('link', 'Request an appointment');
    await visitor.find('heading', 'Request an appointment');
    await visitor.ready();
    await visitor.fits();
    await visitor.fill('Your name', 'Pia Patient');
    await visitor.fill('Email', `pia-${email}`);
    await visitor.click('choice', 'Monday morning');
    await visitor.click('choice', "No, I'm a new patient");
    await visitor.click('button', 'Send request');
    await visitor.find('heading', 'Request sent');
    await waitFor('the request in the database', () => db('appointmentRequests').where({ dentistId: id }).first());
  },
  contact: async ({ visitor, email }) => {
    await visitor.open('/contact');
    await visitor.fits();
    await visitor.fill('Name', 'Nora Example');
    await visitor.fill('Email', `letter-${email}`);
    await visitor.fill('Subject', 'Hours');
    await visitor.fill('Message', 'Are you open on Friday?');
    await visitor.click('button', 'Send Message');
    await visitor.see('Message Sent!');
  },
  'sign up': async ({ visitor, email }) => {
    await visitor.open('/auth');
    await visitor.click('tab', 'Sign Up');
    await visitor.fill('Full name', 'Iris Long');
    await visitor.fill('Email', email);
    await visitor.fill('Password', PASSWORD);
    await visitor.fits();
    await visitor.click('button', 'Create account');
    await visitor.see('Account created successfully');
    await visitor.click('button', 'Account menu of Iris Long');
    await visitor.click('link', 'Logout');
    await visitor.find('link', 'Login');
  },
  'log in': async ({ visitor, email }) => {
    await visitor.open('/auth');
    await visitor.fill('Email', email);
    await visitor.fill('Password', PASSWORD);
    await visitor.click('button', 'Login');
    await visitor.find('button', 'Account menu of Iris Long');
  },
  pay: async ({ visitor, db, email }) => {
    await visitor.open('/pricing');
    await visitor.fits();
    await visitor.click('button', 'Choose Professional');
    await visitor.fill('Card number', '4242424242424242');
    await visitor.fill('Expiry date', '12/34');
    await visitor.fill('Security code', '123');
    await visitor.click('button', 'Pay $60');
    await visitor.at(/^\/dashboard/);
    await waitFor('the subscription', () => db('users').where({ email, subscriptionStatus: 'active' }).first());
  },
  'edit a listing': async ({ visitor, db, email }) => {
    const { id } = await takingRequests(db);
    const { id: userId } = await db('users').where({ email }).first('id');
    await db('dentists').where({ id }).update({ userId });
    await visitor.open(`/dashboard/listings/${id}/edit`);
    const name = `Harbor Dental ${id}`;
    await visitor.click('button', 'Edit practice');
    await visitor.fill('Practice name', name);
    await visitor.fits();
    await visitor.click('button', 'Save');
    await waitFor('the name in the database', () => db('practices').where({ name }).first());
    await visitor.open(`/profile/${id}`);
    await visitor.see(name);
  },
};
