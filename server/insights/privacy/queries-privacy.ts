import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface RequestRow {
  id: number;
  kind: 'access' | 'correction' | 'deletion' | 'export' | 'objection' | 'other';
  name: string;
  email: string;
  message: string;
  hasAccount: boolean;
  status: 'open' | 'done' | 'refused';
  receivedAt: Date;
  dueAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  notes: string;
}
interface NewRequest {
  kind: RequestRow['kind'];
  name: string;
  email: string;
  message: string;
  receivedAt: Date;
  dueAt: Date;
}

export async function addRequest(trx: Knex, request: NewRequest): Promise<number> {
  const [row] = await rows<{ id: number }>(
    trx,
    `insert into privacy_requests (kind, name, email, message, user_id, received_at, due_at)
     values (:kind, :name, :email, :message, (select id from users where email = :email), :receivedAt, :dueAt) returning id`,
    { ...request },
  );
  return row!.id;
}

const REQUESTS = `r.id, r.kind, r.name, r.email, r.message, r.user_id is not null as has_account, r.status, r.received_at, r.due_at,
  r.closed_at, u.name as closed_by, r.notes from privacy_requests r left join users u on u.id = r.closed_by`;

export const listRequests = (db: Knex, status: 'open' | 'closed'): Promise<RequestRow[]> =>
  status === 'open'
    ? rows(db, `select ${REQUESTS} where r.status = 'open' order by r.due_at, r.id limit 1000`)
    : rows(db, `select ${REQUESTS} where r.status <> 'open' order by r.closed_at desc, r.id desc limit 1000`);

export const findRequest = async (db: Knex, id: number): Promise<RequestRow | undefined> =>
  (await rows<RequestRow>(db, `select ${REQUESTS} where r.id = :id`, { id }))[0];

/** Locks the request until the transaction ends. */
export const lockRequest = async (trx: Knex, id: number): Promise<RequestRow | undefined> =>
  (await rows<RequestRow>(trx, `select ${REQUESTS} where r.id = :id for update of r`, { id }))[0];

export async function setStatus(
  trx: Knex,
  id: number,
  change: { status: RequestRow['status']; notes: string; closedAt: Date | null; closedBy: number | null },
): Promise<boolean> {
  return (await trx('privacyRequests').where({ id }).update(change)) === 1;
}

/**
 * The data of an account. Every column is listed, so that no secret is exported by mistake. Rows that only have the same
 * email address are included once the account's address is verified.
 */
export const accountDataQueries: Record<string, string> = {
  account: `select id, email, email_verified_at, name, role, subscription_plan, subscription_status, subscription_expires_at, created_at from users where id = :userId`,
  emailChanges: `select old_email, new_email, requested_at, confirmed_at, expires_at from email_changes where user_id = :userId order by id`,
  signIns: `select kind, method, ip_address, user_agent, created_at, last_seen_at, expires_at from auth_sessions where user_id = :userId order by created_at`,
  identities: `select issuer, subject, linked_at, last_login_at from staff_identities where user_id = :userId order by issuer`,
  passkeys: `select name, can_sync, is_synced, created_at, last_used_at from passkeys where user_id = :userId order by id`,
  apiKeys: `select name, hint, scopes, created_at, expires_at, last_used_at from api_keys where user_id = :userId or made_by = :userId order by id`,
  webhooks: `select url, events, created_at, failing_since, disabled_at from webhook_endpoints where user_id = :userId order by id`,
  webhookDeliveries: `select e.url, w.type, w.data, w.created_at, w.state, w.attempts, w.attempted_at, w.status, w.reply, w.error
                      from webhook_deliveries w join webhook_endpoints e on e.id = w.endpoint_id where e.user_id = :userId order by w.id`,
  listings: `select id, name, title, specialty, npi, phone, email, website, bio, address, city, state, zip_code, confirmed_at, created_at, updated_at,
             holiday_hours from dentists where user_id = :userId and (deleted_at is null or held_at is not null) order by id`,
  managing: `select dentist_id, group_id, role, locations, email, invited_at, accepted_at from listing_managers where user_id = :userId order by id`,
  groups: `select id, name, slug, created_at from groups where owner_id = :userId order by id`,
  transfers: `select t.dentist_id, t.email, t.status, t.offered_at, t.expires_at, t.accepted_at, t.closed_at from listing_transfers t
              where :userId in (t.from_user_id, t.to_user_id)
                or t.email = (select email from users where id = :userId and email_verified_at is not null) order by t.id`,
  shortlist: `select s.listing_ids, s.updated_at, array(select d.name from unnest(s.listing_ids) with ordinality as saved (id, nth)
               join dentists d on d.id = saved.id where d.deleted_at is null order by saved.nth) as names
              from account_shortlists s where s.user_id = :userId`,
  startedClaims: `select dentist_id, started_at from started_claims where user_id = :userId order by started_at`,
  notifications: `select monthly_insights, appointment_requests, reviews, weekly_reviews, confirmations, insights_sent_for, weekly_reviews_sent_for from notification_settings where user_id = :userId`,
  confirmationRequests: `select dentist_id, sent_at from confirmation_requests where user_id = :userId order by dentist_id`,
  disputes: `select invoice_id, cents, currency, reason, status, created_at from disputes where user_id = :userId order by created_at`,
  lastActive: `select last_active_at from account_activity where user_id = :userId`,
  reports: `select dentist_id, about, message, email, status, created_at from listing_problems where user_id = :userId order by id`,
  reviewReports: `select dentist_id, report_reason, reported_at, report_outcome from reviews where reported_by = :userId order by id`,
  messages: `select m.name, m.email, m.subject, m.category, m.message, m.created_at from contact_messages m
             join users u on u.email = m.email where u.id = :userId and u.email_verified_at is not null order by m.id`,
  messageReplies: `select r.message_id, r.at, r.body from contact_replies r join contact_messages m on m.id = r.message_id
             join users u on u.email = m.email where u.id = :userId and u.email_verified_at is not null order by r.id`,
  privacyRequests: `select p.kind, p.name, p.email, p.message, p.status, p.received_at, p.due_at, p.closed_at from privacy_requests p
                    left join users u on u.email = p.email and u.email_verified_at is not null
                    where :userId in (p.user_id, u.id) order by p.id`,
  recentAddresses: `select last_login_at from known_addresses where user_id = :userId order by last_login_at`,
  twoFactor: `select created_at, confirmed_at from two_factor where user_id = :userId`,
  listingChanges: `select dentist_id, at, field, before, after, source, made_with from listing_history where user_id = :userId order by id`,
  appointmentSettings: `select dentist_id, is_on, note, service_ids, updated_at from appointment_settings where owner_id = :userId order by dentist_id`,
  acceptedAgreements: `select dentist_id, version, accepted_by, accepted_at from agreement_acceptances where user_id = :userId order by id`,
  appointmentAnswers: `select request_id, at, action, offered_at, reason, message from appointment_events where user_id = :userId order by id`,
  appointmentRequests: `select r.dentist_id, r.state, r.contact, r.name, r.email, r.phone, r.times, r.service_id, r.insurance, r.is_new_patient,
                        r.offered_at, r.created_at, r.changed_at from appointment_requests r
                        join users u on (r.email_key = :emailKey or u.email = r.email) and u.email_verified_at is not null
                        where u.id = :userId order by r.id`,
  reviewInvitations: `select coalesce(r.dentist_id, i.dentist_id) as dentist_id, i.visited_on, i.is_practice_invited, i.invited_at, i.reminded_at from review_invitations i
                      left join appointment_requests r on r.id = i.request_id
                      join users u on i.email_key = :emailKey and u.email_verified_at is not null where u.id = :userId order by i.id`,
  reviews: `select v.dentist_id, v.status, v.stars, v.explained, v.on_time, v.price_as_told, v.would_return, v.service_id, v.visit_month,
            v.body, v.author_name, v.language, v.written_at, v.sent_at, v.published_at, v.reason, v.appeal, v.appealed_at
            from reviews v join review_invitations i on i.id = v.invitation_id
            join users u on i.email_key = :emailKey and u.email_verified_at is not null where u.id = :userId order by v.id`,
  reviewPhotos: `select v.dentist_id, '/media/' || p.hash as url, p.width, p.height, p.created_at
            from review_photos p join reviews v on v.id = p.review_id join review_invitations i on i.id = v.invitation_id
            join users u on i.email_key = :emailKey and u.email_verified_at is not null where u.id = :userId order by p.id`,
  claimRequests: `select id, dentist_id, requestor_name, requestor_email, requestor_phone, relationship_to_practice, years_at_practice,
                  license_number, npi, additional_info, group_name, proof, status, submitted_at, evidence_asked_at, evidence_answered_at,
                  pin_confirmed_at, reviewed_at, review_notes from claim_requests where user_id = :userId order by id`,
  claimEvents: `select e.claim_id, e.at, e.kind, e.note from claim_events e join claim_requests c on c.id = e.claim_id
                where c.user_id = :userId order by e.id`,
  claimDocuments: `select a.claim_id, a.kind, a.name, a.type, a.size, a.created_at from claim_attachments a
                   join claim_requests c on c.id = a.claim_id where c.user_id = :userId order by a.id`,
  subscriptions: `select plan, interval, cents, status, started_at, current_period_end, trial_end, cancel_at, ended_at, card_brand, card_last4
                  from subscriptions where user_id = :userId order by started_at`,
  transactions: `select number, plan, description, status, currency, cents, paid_cents, refunded_cents, created_at, paid_at
                 from transactions where user_id = :userId order by created_at`,
  visits: `select session_id, ip_address, user_agent, start_time, end_time, page_views, duration, referrer, utm_source, utm_medium,
           utm_campaign, device_type, browser_name, operating_system, country_code, city_name
           from user_sessions where user_id = :userId order by id`,
  pageViews: `select p.session_id, p.page_path, p.page_title, p."timestamp", p.time_on_page, p.exit_page from page_views p
              join user_sessions s on s.session_id = p.session_id where s.user_id = :userId order by p.id`,
  searches: `select a.session_id, a.search_query, a.search_type, a.results_count, a.clicked_result_id, a."timestamp" from search_analytics a
             join user_sessions s on s.session_id = a.session_id where s.user_id = :userId order by a.id`,
  events: `select session_id, event_type, event_name, page_path, search_query, search_results, dentist_id, "timestamp", metadata
           from user_events where user_id = :userId order by id`,
  conversions: `select session_id, event_type, value, dentist_id, "timestamp" from conversion_events where user_id = :userId order by id`,
};

/** `emailKey` finds the appointment requests of the account's address, which are stored without it. */
export async function findAccountData(
  db: Knex,
  about: { userId: number; emailKey: Buffer },
): Promise<Record<string, unknown[]>> {
  const data: Record<string, unknown[]> = {};
  for (const [name, sql] of Object.entries(accountDataQueries)) data[name] = await rows(db, sql, about);
  return data;
}
