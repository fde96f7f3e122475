-- The name, email address, and phone of a patient, sealed with a key derived from SECRET_KEY, so that a dump of the database shows none.
-- The columns name, email, and phone hold only what a job has not sealed yet. Rows are found by an HMAC of the email address.
alter table appointment_requests
  add column contact text,
  add column email_key bytea;
create index appointment_requests_email_key on appointment_requests (email_key) where email_key is not null;
create index appointment_requests_unsealed on appointment_requests (id) where name is not null;

-- The business associate agreement that practices accept before they take requests. A change is a new version.
create table business_agreements (
  version integer generated always as identity primary key,
  body text not null check (btrim(body) <> ''),
  published_at timestamptz not null,
  published_by integer references users on delete set null
);
create table agreement_acceptances (
  id integer generated always as identity primary key,
  dentist_id integer not null references dentists on delete cascade,
  version integer not null references business_agreements,
  user_id integer references users on delete set null,
  -- The owner for whom the agreement was accepted. A later owner accepts it again.
  owner_id integer references users on delete set null,
  -- Who accepted, as their account named them then.
  accepted_by text not null,
  accepted_at timestamptz not null
);
create index agreement_acceptances_listing on agreement_acceptances (dentist_id, version);
create index agreement_acceptances_user on agreement_acceptances (user_id) where user_id is not null;
create index agreement_acceptances_owner on agreement_acceptances (owner_id) where owner_id is not null;
create index business_agreements_publisher on business_agreements (published_by) where published_by is not null;


-- The first version, which operators replace with their counsel's text.
insert into business_agreements (body, published_at) values ($body$Business Associate Agreement

1. Roles. The practice is a covered entity. The operator of this directory receives appointment requests for the practice and is its business associate.

2. Use. The operator uses and discloses the patients' information only to deliver requests to the practice and answers to the patient, to keep the service secure, and as the law requires.

3. Safeguards. The operator protects the information with administrative, physical, and technical safeguards. Names, phone numbers, and email addresses are encrypted where they are stored.

4. Subcontractors. The operator requires the same protection from everyone who handles the information for it.

5. Breaches. The operator tells the practice about a breach of unsecured information, or a use that this agreement does not allow, without unreasonable delay and within 60 days after discovery.

6. Rights of patients. The operator helps the practice to give patients access to their information, to correct it, and to account for disclosures. Patients can view, download, and delete their own requests.

7. Records. The operator makes its practices and records available to the Secretary of Health and Human Services on request.

8. End. The information of a request is erased 90 days after its last change. Either side can end this agreement by switching appointment requests off; the practice can also end it if the operator breaks it.$body$, now());

-- Messages of paying owners come first in the inbox, and each has the time by which we promised an answer.
alter table contact_messages
  add column priority integer not null default 0 check (priority in (0, 1)),
  add column due_at timestamptz;
update contact_messages set due_at = created_at + interval '24 hours';
create index contact_messages_by_turn on contact_messages (priority desc, due_at, id);
create index contact_messages_by_due on contact_messages (due_at, id);

-- The content of the privacy pages by day, so that their date follows the text and the settings behind it.
create table policy_versions (
  id integer generated always as identity primary key,
  policy text not null,
  fingerprint text not null,
  since timestamptz not null
);
create index policy_versions_latest on policy_versions (policy, id desc);
