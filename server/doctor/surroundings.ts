import { Resolver } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import type { Knex } from 'knex';
import type { Config } from '#server/base/config.ts';
import type { Deps } from '#server/base/http/context.ts';
import { NotChecked } from './finding.ts';
import { askPublicUrl, type PublicReply } from './public-request.ts';

/** Whatever the checks look at. Tests replace the readings of the machine and of DNS. */
export interface Surroundings extends Pick<Deps, 'clock' | 'secret' | 'payments'> {
  config: Config;
  settingProblems: readonly string[];
  /** Rejects with a DatabaseProblem, whose message says what to do. */
  openDatabase(): Promise<Knex>;
  machine: Machine;
  dns: Pick<Resolver, 'resolveTxt'>;
}

export interface Machine {
  nodeVersion: string;
  /** The time in milliseconds, which `clock` may move in tests. */
  readTime(): number;
  /** Bytes for everyone, without those reserved for root. */
  readDisk(folder: string): Promise<{ free: number; total: number }>;
  readMemory(): { free: number; total: number };
}

/** A run of the checks, whose database and reply of PUBLIC_URL are read once. */
export interface Examination extends Surroundings {
  /** Rejects with NotChecked, because a check of its own reports the reason. */
  database(): Promise<Knex>;
  publicReply(): Promise<PublicReply>;
}

export const thisMachine: Machine = {
  nodeVersion: process.versions.node,
  readTime: () => Date.now(),
  async readDisk(folder) {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  },
  readMemory() {
    // A container's limit. Without one, it is 0 or larger than the machine's memory.
    const limit = process.constrainedMemory();
    return limit > 0 && limit < totalmem()
      ? { free: process.availableMemory(), total: limit }
      : { free: freemem(), total: totalmem() };
  },
};

export const systemDns = (): Surroundings['dns'] => new Resolver({ timeout: 2_000, tries: 2 });

export const surroundingsOf = (deps: Deps): Surroundings => ({
  clock: deps.clock,
  config: deps.config,
  secret: deps.secret,
  ...(deps.payments ? { payments: deps.payments } : {}),
  settingProblems: [],
  openDatabase: () => Promise.resolve(deps.exportDb ?? deps.db),
  machine: thisMachine,
  dns: systemDns(),
});

export function beginExamination(surroundings: Surroundings): Examination {
  const { config, secret, machine } = surroundings;
  const opened = surroundings.openDatabase();
  opened.catch(() => undefined);
  let reply: Promise<PublicReply> | undefined;
  return {
    ...surroundings,
    openDatabase: () => opened,
    database: () => opened.catch(() => Promise.reject(new NotChecked('The database doesn’t answer.'))),
    publicReply: () => (reply ??= askPublicUrl(config.PUBLIC_URL, secret, machine.readTime)),
  };
}
