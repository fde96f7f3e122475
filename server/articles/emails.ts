import type { Knex } from 'knex';
import { enqueueEmail, type EmailDeps } from '#server/base/email/email.ts';

const MOST_ARTICLES = 20;

/** Sends support the list of scheduled articles that went live. */
export async function emailPublished(
  trx: Knex,
  deps: EmailDeps,
  articles: readonly { title: string; slug: string }[],
): Promise<void> {
  const { PUBLIC_URL } = deps.config;
  const urlOf = (slug: string) => `${PUBLIC_URL}/articles/${slug}`;
  const [only] = articles.length === 1 ? articles : [];
  const shown = articles.slice(0, MOST_ARTICLES).map(({ title, slug }) => `${title}\n${urlOf(slug)}`);
  await enqueueEmail(trx, deps, {
    to: deps.settings.current.supportEmail,
    subject: only ? `Published: ${only.title}` : `${articles.length} articles were published`,
    text: only
      ? [`“${only.title}” went live as scheduled.`]
      : [
          'These articles went live as scheduled:',
          ...shown,
          ...(articles.length > shown.length ? [`and ${articles.length - shown.length} more.`] : []),
        ],
    action: only
      ? { label: 'Read the article', url: urlOf(only.slug) }
      : { label: 'See all articles', url: `${PUBLIC_URL}/admin/topics` },
  });
}
