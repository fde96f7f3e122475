import type { Knex } from 'knex';
import type { Actor, Deps } from '#server/base/http/context.ts';

/** The person who changes rows, and the transaction that they do it in. */
export interface StaffContext extends Deps {
  actor: Pick<Actor, 'userId' | 'name' | 'email'>;
}

export interface AppliedValues {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Null is an empty field. */
interface ValuePreview {
  after: string | null;
  before: { value: string | null; count: number }[];
}

/** An action on many rows of a list. It refuses a row by throwing a Refusal, whose sentence is shown to them. */
export interface BulkAction<Value = number> {
  /** Throws if the action can't use this value. */
  checkValue?(db: Knex, value: Value | undefined): Promise<void>;
  /** The value to come, and the values that the rows of a previewed change have now, most frequent first. */
  preview?(trx: Knex, changeId: number, value: Value | undefined): Promise<ValuePreview>;
  /** The value in words, for the audit log. */
  describe?(value: Value): string;
  /** Returns null if the row already was as wanted. */
  apply(ctx: StaffContext, id: number, value: Value | undefined): Promise<AppliedValues | null>;
  /** Restores the former values. Throws a Refusal if they were changed since. */
  undo?(ctx: StaffContext, id: number, values: AppliedValues): Promise<void>;
}

export interface BulkActions<Value = number> {
  /** Changes with every edit of a row. */
  version: string;
  actions: Record<string, BulkAction<Value>>;
}
