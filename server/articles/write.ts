import type { Deps } from '#server/base/http/context.ts';
import { addArticle } from './articles.ts';
import { outboundRules, findWriters } from './brands.ts';
import { readDraft, type Draft } from './draft.ts';
import { OutboundError } from './outbound.ts';
import { readPrompt } from './prompts.ts';
import { requestCompletion, type Brand, type Completion } from './providers.ts';
import { requireTopic } from './topics.ts';
import { updateItem, lockItem, findTitles, type ItemRow } from './queries-runs.ts';

const MAX_TOKENS = 4_000;

interface Usage {
  tokensIn: number | null;
  tokensOut: number | null;
  cost: number | null;
}
const add = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);

class CanceledError extends Error {}

/** Requests a draft. If it is unusable, requests it once more and includes its problems. */
async function requestDraft(
  brand: Brand,
  system: string,
  user: string,
  step: (completion: Completion | null) => Promise<void>,
  deps: Deps,
  signal: AbortSignal,
): Promise<{ draft: Draft; model: string | null; tries: number }> {
  let problem = '';
  for (let tries = 1; tries <= 2; tries++) {
    await step(null);
    const correction = problem ? `\n\nYour last answer was not accepted: ${problem}. Answer again, as instructed.` : '';
    const answer = await requestCompletion(
      brand,
      { system, user: user + correction, maxTokens: MAX_TOKENS },
      outboundRules(deps),
      signal,
    );
    await step(answer);
    const read = readDraft(answer.text);
    if ('draft' in read) return { draft: read.draft, model: answer.model, tries };
    problem = read.problem;
  }
  throw new OutboundError(`${brand.name} did not write a usable article: ${problem}.`);
}

/** Writes and edits the article of one item, and stores every outcome with the item. */
export async function writeItem(item: ItemRow, deps: Deps): Promise<void> {
  const usage: Usage = { tokensIn: null, tokensOut: null, cost: null };
  const cancellation = new AbortController();
  // A canceled call is aborted, so that it costs no more tokens.
  const watch = setInterval(() => {
    deps
      .db('generationItems')
      .where({ id: item.id })
      .first('status')
      .then((row: { status: string } | undefined) => row?.status === 'cancelled' && cancellation.abort())
      .catch(() => {});
  }, 1_000);
  const step = async (completion: Completion | null, status?: 'editing') => {
    if (completion) {
      usage.tokensIn = add(usage.tokensIn, completion.tokensIn);
      usage.tokensOut = add(usage.tokensOut, completion.tokensOut);
      usage.cost = add(usage.cost, completion.cost);
    }
    if (!(await updateItem(deps.db, item.id, { ...usage, aliveAt: deps.clock.now(), ...(status ? { status } : {}) })))
      throw new CanceledError();
  };
  try {
    const [writer, second] = await findWriters(deps);
    if (!writer) throw new OutboundError('No AI brand is active.');
    const editor = second ?? writer;
    const topic = await requireTopic(deps.db, item.topicId);
    const titles = await findTitles(deps.db, topic.id);
    const ask = [
      `Topic: ${topic.title} (${topic.about})`,
      titles.length > 0
        ? `These articles exist already; write about something else:\n${titles.map((title) => `- ${title}`).join('\n')}`
        : '',
    ]
      .filter(Boolean)
      .join('\n\n');
    const first = await requestDraft(writer, readPrompt('writerPrompt', deps), ask, step, deps, cancellation.signal);
    await step(null, 'editing');
    const whole = `Topic: ${topic.title}\n\nThe draft:\n${JSON.stringify(first.draft)}`;
    const last = await requestDraft(editor, readPrompt('editorPrompt', deps), whole, step, deps, cancellation.signal);
    await deps.db.transaction(async (trx) => {
      const now = deps.clock.now();
      const current = await lockItem(trx, item.id);
      if (current?.status !== 'editing') throw new CanceledError();
      const article = await addArticle(
        trx,
        null,
        {
          ...last.draft,
          author: deps.settings.current.author,
          tags: last.draft.tags.map((tag) => tag.toLowerCase()),
          topicId: topic.id,
          isPublished: false,
          scheduledPublishAt: null,
          aiSource: second
            ? `Drafted by ${writer.name}, reviewed by ${editor.name}`
            : `Drafted and reviewed by ${writer.name}`,
          provenance: {
            writer: { brand: writer.name, model: first.model, tries: first.tries },
            editor: { brand: editor.name, model: last.model, tries: last.tries },
            ...usage,
            generatedAt: now,
            runId: item.runId,
          },
        },
        now,
      );
      await updateItem(trx, item.id, { status: 'done', articleId: article.id, finishedAt: now });
    });
  } catch (error) {
    if (error instanceof CanceledError || cancellation.signal.aborted) return;
    const expected = error instanceof OutboundError;
    if (!expected) deps.log.error({ err: error }, 'writing an article failed');
    await updateItem(deps.db, item.id, {
      status: 'failed',
      message: expected ? error.message : 'Something went wrong on our side. Please try again.',
      finishedAt: deps.clock.now(),
    });
  } finally {
    clearInterval(watch);
  }
}
