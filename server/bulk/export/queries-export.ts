import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { listingFields } from '#contract/bulk-fields.ts';
import { guardCellSql } from '../read/cells.ts';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const typed = new Set(['id', 'flag', 'count', 'rating', 'degrees', 'npi']);
const quoted = (name: string) => `"${name}"`;
const flag = (column: string) => `case when ${column} then 'true' else 'false' end`;
const time = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const text = (column: string, name: string) => `${guardCellSql(column)} as ${quoted(name)}`;
const csv = (select: string) => `copy (${select}) to stdout with (format csv, header true)`;

/** Services by their names: read from the mask once for every set there is, not once for every listing. */
export async function listingServices(db: Knex): Promise<{ join: string; value: string }> {
  const [found] = await rows<{ high: boolean }>(db, `select exists (select from services where id > 62) as high`);
  const names = `string_agg(v.name, '; ' order by v.name, v.id)`;
  return found!.high
    ? {
        join: `left join (select x.dentist_id, ${names} as names from dentist_services x join services v on v.id = x.service_id group by 1) sv on sv.dentist_id = d.id`,
        value: 'sv.names',
      }
    : {
        join: `left join (select m.service_mask, ${names} as names from (select distinct service_mask from dentists where service_mask <> 0) m
                 join services v on v.id <= 62 and (m.service_mask >> (v.id - 1)) & 1 = 1 group by 1) sv on sv.service_mask = d.service_mask`,
        value: 'sv.names',
      };
}

function listingSelect(services: { value: string }): string[] {
  return listingFields.map(({ name, kind }) => {
    const column =
      name === 'practiceType'
        ? 't.name'
        : name === 'practice'
          ? 'p.name'
          : name === 'services'
            ? services.value
            : `d.${snake(name)}`;
    if (kind === 'flag') return `${flag(column)} as ${quoted(name)}`;
    return typed.has(kind) ? `${column} as ${quoted(name)}` : text(column, name);
  });
}

const LISTINGS = `from dentists d left join practice_types t on t.id = d.practice_type_id left join practices p on p.id = d.practice_id`;

/** The file that is exported, edited and imported again: nothing in it is lost or changed on the way. */
export async function contactsSql(db: Knex): Promise<string> {
  const services = await listingServices(db);
  return csv(
    `select ${listingSelect(services).join(', ')} ${LISTINGS} ${services.join} where d.deleted_at is null order by d.id`,
  );
}

/** All that an administrator sees of a listing, deleted ones too. */
export async function dentistListingsSql(db: Knex): Promise<string> {
  const services = await listingServices(db);
  const more = [
    // Links only: no list ever carries a picture itself.
    text(`case when d.profile_image not like 'data:%' then d.profile_image end`, 'profileImage'),
    text(`case when d.practice_image not like 'data:%' then d.practice_image end`, 'practiceImage'),
    `${flag('d.is_verified')} as "isVerified"`,
    `d.user_id as "ownerId"`,
    text('u.name', 'ownerName'),
    text('u.email', 'ownerEmail'),
    text(`nullif(u.subscription_status || '_' || u.subscription_plan, '_')`, 'userSubscriptionStatus'),
    `${time('d.created_at')} as "createdAt"`,
    `${time('d.updated_at')} as "updatedAt"`,
    `${time('d.deleted_at')} as "deletedAt"`,
  ];
  return csv(
    `select ${[...listingSelect(services), ...more].join(', ')} ${LISTINGS} left join users u on u.id = d.user_id ${services.join} order by d.id`,
  );
}

const USERS = `u.id as "id", ${text('u.email', 'email')}, ${text('u.name', 'name')}, ${text('u.role', 'role')}, ${text('u.subscription_plan', 'subscriptionPlan')},
  ${text('u.subscription_status', 'subscriptionStatus')}, ${time('u.subscription_expires_at')} as "subscriptionExpiresAt", ${time('u.created_at')} as "createdAt",
  (select count(*) from dentists d where d.user_id = u.id and d.deleted_at is null) as "listings"`;
export const usersSql = (): string => csv(`select ${USERS} from users u order by u.id`);
export const subscribersSql = (): string =>
  csv(`select ${USERS} from users u where u.subscription_plan <> 'free' order by u.id`);

export const articlesSql = (): string =>
  csv(`select a.id as "id", ${text('a.title', 'title')}, ${text('a.slug', 'slug')}, ${text('a.topic_id', 'topicId')}, ${text('a.category', 'category')},
    ${text('a.author', 'author')}, a.read_time as "readTime", ${text(`array_to_string(a.tags, '; ')`, 'tags')}, ${text('a.excerpt', 'excerpt')}, ${text('a.content', 'content')},
    ${text('a.meta_title', 'metaTitle')}, ${text('a.meta_description', 'metaDescription')}, ${text('a.ai_source', 'aiSource')}, ${flag('a.is_published')} as "isPublished",
    ${time('a.scheduled_publish_at')} as "scheduledPublishAt", ${time('a.published_at')} as "publishedAt", ${time('a.created_at')} as "createdAt", ${time('a.updated_at')} as "updatedAt"
    from articles a order by a.id`);
