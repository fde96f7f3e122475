import { z } from 'zod';
import { OutboundError, postJson, type OutboundRules } from './outbound.ts';

/** A brand with its decrypted key, for the duration of a call. */
export interface Brand {
  id: number;
  name: string;
  apiEndpoint: string;
  apiKey: string | null;
  model: string | null;
}

export interface Completion {
  text: string;
  model: string | null;
  tokensIn: number | null;
  tokensOut: number | null;
  cost: number | null;
}

type Format = 'openai' | 'anthropic';

/** Chooses one of the two common API formats by the endpoint, and completes a base URL. */
function formatOf(endpoint: string): { format: Format; url: string } {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  const at = (pathname: string) => Object.assign(new URL(url), { pathname }).href;
  if (path.endsWith('/messages')) return { format: 'anthropic', url: url.href };
  if (path.endsWith('/completions')) return { format: 'openai', url: url.href };
  if (/(^|\.)anthropic\.com$/.test(url.hostname)) return { format: 'anthropic', url: at('/v1/messages') };
  return {
    format: 'openai',
    url: at(/\/v\d+\w*$/.test(path) || path !== '' ? `${path}/chat/completions` : '/v1/chat/completions'),
  };
}

const count = z.number().nonnegative().optional().catch(undefined);
const openaiReply = z.object({
  model: z.string().optional().catch(undefined),
  choices: z.array(
    z.object({
      finish_reason: z.string().nullish(),
      message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: z.object({ prompt_tokens: count, completion_tokens: count, cost: count }).nullish().catch(undefined),
});
const anthropicReply = z.object({
  model: z.string().optional().catch(undefined),
  stop_reason: z.string().nullish(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  usage: z.object({ input_tokens: count, output_tokens: count }).nullish().catch(undefined),
});

/** Sends one request. Errors become readable sentences that never contain the key. */
export async function requestCompletion(
  brand: Brand,
  ask: { system: string; user: string; maxTokens: number },
  rules: OutboundRules,
  signal?: AbortSignal,
): Promise<Completion> {
  const { format, url } = formatOf(brand.apiEndpoint);
  const model = brand.model ?? undefined;
  const { status, text } =
    format === 'anthropic'
      ? await postJson(
          url,
          { 'anthropic-version': '2023-06-01', ...(brand.apiKey ? { 'x-api-key': brand.apiKey } : {}) },
          { model, max_tokens: ask.maxTokens, system: ask.system, messages: [{ role: 'user', content: ask.user }] },
          rules,
          signal,
        )
      : await postJson(
          url,
          brand.apiKey ? { Authorization: `Bearer ${brand.apiKey}` } : {},
          {
            model,
            max_tokens: ask.maxTokens,
            messages: [
              { role: 'system', content: ask.system },
              { role: 'user', content: ask.user },
            ],
          },
          rules,
          signal,
        );
  const json = parseJson(removeKey(brand, text));
  if (status !== 200) throw new OutboundError(describeError(brand, status, json));
  return format === 'anthropic' ? readAnthropicReply(brand, json) : readOpenaiReply(brand, json);
}

function readOpenaiReply(brand: Brand, json: unknown): Completion {
  const reply = openaiReply.safeParse(json);
  const choice = reply.data?.choices[0];
  if (!reply.success || !choice) throw new OutboundError(`${brand.name} sent a response that we could not read.`);
  const { content, refusal } = choice.message;
  if (refusal || choice.finish_reason === 'content_filter')
    throw new OutboundError(`${brand.name} refused to write this.`);
  if (choice.finish_reason === 'length') throw new OutboundError(`${brand.name} stopped before it was finished.`);
  if (!content) throw new OutboundError(`${brand.name} sent an empty response.`);
  const { usage, model } = reply.data;
  return {
    text: content,
    model: model ?? brand.model,
    tokensIn: toTokenCount(usage?.prompt_tokens),
    tokensOut: toTokenCount(usage?.completion_tokens),
    cost: usage?.cost ?? null,
  };
}

function readAnthropicReply(brand: Brand, json: unknown): Completion {
  const reply = anthropicReply.safeParse(json);
  if (!reply.success) throw new OutboundError(`${brand.name} sent a response that we could not read.`);
  const { stop_reason: stop, usage, model } = reply.data;
  if (stop === 'refusal') throw new OutboundError(`${brand.name} refused to write this.`);
  if (stop === 'max_tokens') throw new OutboundError(`${brand.name} stopped before it was finished.`);
  const text = reply.data.content.map((part) => part.text ?? '').join('');
  if (!text) throw new OutboundError(`${brand.name} sent an empty response.`);
  return {
    text,
    model: model ?? brand.model,
    tokensIn: toTokenCount(usage?.input_tokens),
    tokensOut: toTokenCount(usage?.output_tokens),
    cost: null,
  };
}

const toTokenCount = (value: number | undefined): number | null =>
  value === undefined ? null : Math.min(Math.round(value), 2_000_000_000);

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Removes the key from a response, because responses and error messages are stored and shown. */
function removeKey({ apiKey }: Brand, text: string): string {
  if (!apiKey) return text;
  return text.replaceAll(apiKey, '[key]').replaceAll(JSON.stringify(apiKey).slice(1, -1), '[key]');
}

/** The provider's error message, shortened. */
function describeError(brand: Brand, status: number, json: unknown): string {
  const error = (json as { error?: unknown } | null)?.error;
  const message = typeof error === 'string' ? error : (error as { message?: unknown } | undefined)?.message;
  const words = typeof message === 'string' ? message.replace(/\s+/g, ' ').slice(0, 300) : '';
  // Some providers repeat part of a wrong key.
  return `${brand.name} answered ${status}${words ? `: ${words.replace(/\b(sk|key)-[\w*-]{6,}/g, '[key]')}` : '.'}`;
}
