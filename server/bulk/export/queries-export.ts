import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { planTextSql } from '#server/listings/plans/plan-names-sql.ts';
import { listingFields } from '#shared/bulk/fields.ts';

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const quoteName = (name: string) => `"${name}"`;
const formatFlag = (column: string) => `case when ${column} then 'true' when not ${column} then 'false' end`;
const formatTime = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
/** With milliseconds, because they decide the order. */
const formatMoment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const copyAsCsv = (select: string) => `copy (${select}) to stdout with (format csv, header true)`;

/** Services up to this id have a bit in service_mask. */
const MASKED_SERVICES = 62;

interface NamedRow {
  id: number;
  name: string;
}
const quoteText = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The SQL for the names that a listing refers to. */
interface Names {
  practiceType: string;
  services: string;
  /** Empty unless the directory has more services than bits. It reads the services of all listings. */
  join: string;
}

/** Writes the few names of services and practice types into the statement, because joining them costs more than the rest of it. */
async function buildNames(db: Knex): Promise<Names> {
  const services = await rows<NamedRow>(db, `select id, name from services order by name, id`);
  const types = await rows<NamedRow>(db, `select id, name from practice_types order by id`);
  const typeCases = types.map(({ id, name }) => `when ${id} then ${quoteText(name)}`);
  const practiceType = types.length > 0 ? `case d.practice_type_id ${typeCases.join(' ')} end` : 'null';
  if (services.some(({ id }) => id > MASKED_SERVICES))
    return {
      practiceType,
      services: 'sv.names',
      join: `left join (select x.dentist_id, string_agg(v.name, '; ' order by v.name, v.id) as names
        from dentist_services x join services v on v.id = x.service_id group by 1) sv on sv.dentist_id = d.id`,
    };
  const serviceCases = services.map(
    ({ id, name }) => `case when d.service_mask & ${1n << BigInt(id - 1)} <> 0 then ${quoteText(name)} end`,
  );
  return { practiceType, services: `nullif(concat_ws(${["'; '", ...serviceCases].join(', ')}), '')`, join: '' };
}

function selectListingColumns(names: Names): string[] {
  return listingFields.map(({ name, kind }) => {
    const column =
      name === 'practiceType'
        ? names.practiceType
        : name === 'practice'
          ? 'p.name'
          : name === 'services'
            ? names.services
            : name === 'insurancePlans'
              ? planTextSql
              : `d.${toSnakeCase(name)}`;
    return `${kind === 'flag' ? formatFlag(column) : column} as ${quoteName(name)}`;
  });
}

const LISTINGS = `from dentists d left join practices p on p.id = d.practice_id`;

const copyListings = (names: Names, columns: readonly string[], condition: string, join = ''): string =>
  copyAsCsv(`select ${columns.join(', ')} ${LISTINGS} ${join} ${names.join} where ${condition} order by d.id`);

/** The listings export, or only those that match a condition about a listing d. Importing it again changes nothing. */
export async function buildContactsQuery(db: Knex, condition = 'true'): Promise<string> {
  const names = await buildNames(db);
  return copyListings(names, selectListingColumns(names), `d.deleted_at is null and ${condition}`);
}

/** Everything an admin sees of a listing, including deleted listings. */
export async function buildStaffListingsQuery(db: Knex): Promise<string> {
  const names = await buildNames(db);
  const adminColumns = [
    // Exports contain links to images but no inline images.
    `case when d.profile_image not like 'data:%' then d.profile_image end as "profileImage"`,
    `case when d.practice_image not like 'data:%' then d.practice_image end as "practiceImage"`,
    `${formatFlag('d.is_verified')} as "isVerified"`,
    `d.user_id as "ownerId"`,
    `u.name as "ownerName"`,
    `u.email as "ownerEmail"`,
    `nullif(u.subscription_status || '_' || u.subscription_plan, '_') as "userSubscriptionStatus"`,
    `${formatTime('d.created_at')} as "createdAt"`,
    `${formatTime('d.updated_at')} as "updatedAt"`,
    `${formatTime('d.deleted_at')} as "deletedAt"`,
  ];
  const columns = [...selectListingColumns(names), ...adminColumns];
  return copyListings(names, columns, 'true', 'left join users u on u.id = d.user_id');
}

const USERS = `u.id as "id", u.email as "email", u.name as "name", u.role as "role", u.subscription_plan as "subscriptionPlan",
  u.subscription_status as "subscriptionStatus", ${formatTime('u.subscription_expires_at')} as "subscriptionExpiresAt", ${formatTime('u.created_at')} as "createdAt",
  (select count(*) from dentists d where d.user_id = u.id and d.deleted_at is null) as "listings"`;
export const usersSql = (): string => copyAsCsv(`select ${USERS} from users u order by u.id`);
export const subscribersSql = (): string =>
  copyAsCsv(`select ${USERS} from users u where u.subscription_plan <> 'free' order by u.id`);

export const articlesSql = (): string =>
  copyAsCsv(`select a.id as "id", a.title as "title", a.slug as "slug", a.topic_id as "topicId", a.category as "category",
    a.author as "author", a.read_time as "readTime", array_to_string(a.tags, '; ') as "tags", a.excerpt as "excerpt", a.content as "content",
    a.meta_title as "metaTitle", a.meta_description as "metaDescription", a.ai_source as "aiSource", a.reviewer as "reviewer", array_to_string(a.sources, '; ') as "sources",
    ${formatFlag('a.is_published')} as "isPublished",
    ${formatTime('a.scheduled_publish_at')} as "scheduledPublishAt", ${formatTime('a.published_at')} as "publishedAt", ${formatTime('a.created_at')} as "createdAt", ${formatTime('a.updated_at')} as "updatedAt"
    from articles a order by a.id`);

/** The published reviews, with what everyone can read of them, in the format of their import. */
export const reviewsSql = (): string =>
  copyAsCsv(`select d.id as "listingId", d.name as "listingName", v.status as "status", v.stars as "stars", ${formatFlag('v.explained')} as "explained",
    ${formatFlag('v.on_time')} as "onTime", ${formatFlag('v.price_as_told')} as "priceAsTold", ${formatFlag('v.would_return')} as "wouldReturn",
    s.name as "service", to_char(v.visit_month, 'YYYY-MM') as "visitMonth", v.body as "text", v.language as "language", v.author_name as "author",
    ${formatMoment('v.written_at')} as "writtenAt",
    v.verified_by as "verifiedBy",
    v.reply as "reply", ${formatMoment('v.replied_at')} as "repliedAt"
    from reviews v join dentists d on d.id = v.dentist_id left join services s on s.id = v.service_id
    where v.status = 'published' and v.source <> 'sample' and d.deleted_at is null order by v.id`);
