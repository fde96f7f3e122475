import type { z } from 'zod';
import type { AnyEndpoint, Input, Reply } from '#contract/endpoint.ts';
import type { Ctx } from '#server/base/http/context.ts';

/** A public call of the API, made in this process for an anonymous visitor. */
export type Call = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>;

export interface ToolContext {
  ctx: Ctx;
  call: Call;
}

/** A tool that assistants can call. It only reads, through calls that every visitor may make. */
export interface Tool<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  run(args: z.output<I>, context: ToolContext): Promise<{ result: z.input<O>; text: string }>;
}

export const tool = <I extends z.ZodType, O extends z.ZodType>(about: Tool<I, O>): Tool => about as unknown as Tool;
