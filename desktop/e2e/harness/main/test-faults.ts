import fc from 'fast-check';
import { expect, vi } from 'vitest';
import type { Decision } from '../../../offline/decision.ts';
import { Outbox } from '../../../offline/outbox.ts';
import { UnreachableError } from '../../../main/connection/server-requests.ts';
import { KeyRing } from '../../../main/shell/key-ring.ts';
import { Keychain, type SafeStorage } from '../../../main/shell/keychain.ts';
import { Courier } from '../../../main/decisions/courier.ts';
import { disk } from './test-disk.ts';

type KeychainState = 'open' | 'missing' | 'refusing';
type ServerState = 'up' | 'down' | 'losing answers';
type Step =
  | { do: 'decide'; held: boolean }
  | { do: 'undo' | 'wait' | 'quit' }
  | { do: 'kill'; power: boolean; within: number; held: boolean; keychain: KeychainState }
  | { do: 'keychain'; state: KeychainState }
  | { do: 'server'; state: ServerState }
  | { do: 'disk'; isFull: boolean }
  | { do: 'clock'; hours: number };

const keychainState = fc.constantFrom<KeychainState>('open', 'open', 'missing', 'refusing');
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('decide' as const), held: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'wait', 'quit') }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('kill' as const),
      power: fc.boolean(),
      within: fc.nat(40),
      held: fc.boolean(),
      keychain: keychainState,
    }),
  },
  fc.record({ do: fc.constant('keychain' as const), state: keychainState }),
  fc.record({
    do: fc.constant('server' as const),
    state: fc.constantFrom<ServerState>('up', 'down', 'losing answers'),
  }),
  fc.record({ do: fc.constant('disk' as const), isFull: fc.boolean() }),
  fc.record({ do: fc.constant('clock' as const), hours: fc.constantFrom(-48, -1, 1, 48) }),
);

/** A console's decisions with everything around them: a keychain, a disk, and a server that remembers keys. */
class World {
  keychain: KeychainState = 'open';
  server: ServerState = 'up';
  /** The idempotency keys under which each decision was carried out. */
  readonly carriedOut = new Map<string, Set<string>>();
  /** Decisions that the console confirmed, and whether they survive its exit. */
  readonly confirmed = new Map<string, 'on disk' | 'in memory'>();
  readonly undone = new Set<string>();
  outbox!: Outbox;
  courier!: Courier;
  #decided = 0;

  /** Electron chooses it once per start. */
  #encryptor: KeychainState = 'open';
  readonly #safe: SafeStorage = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) =>
      Buffer.concat([Buffer.from(this.#encryptor === 'missing' ? 'v10' : 'v11'), Buffer.from(text).reverse()]),
    decryptStringAsync: async (sealed) => {
      const isPublic = sealed.subarray(0, 3).toString() === 'v10';
      if (this.#encryptor === 'refusing' || (this.#encryptor === 'missing' && !isPublic))
        throw new Error('The keychain refused.');
      return { result: Buffer.from(sealed.subarray(3)).reverse().toString('utf8'), shouldReEncrypt: false };
    },
  };

  async start(): Promise<void> {
    this.#encryptor = this.keychain;
    const keys = new KeyRing(await Keychain.open('/console', this.#safe, 'linux'));
    await keys.open();
    this.outbox = await Outbox.open('/console/outbox.log', keys);
    this.courier = new Courier({
      outbox: this.outbox,
      canSend: () => true,
      send: async (decision) => this.#receive(decision),
      onCarriedOut: async () => {},
      onChange: () => {},
      explainRefusal: async (_decision, message) => message,
      log: () => {},
    });
  }
  #receive({ path, key }: Decision): Response {
    if (disk.isDead || this.server === 'down') throw new UnreachableError('offline', '');
    this.carriedOut.set(path, (this.carriedOut.get(path) ?? new Set()).add(key));
    if (this.server === 'losing answers') throw new UnreachableError('offline', '');
    return Response.json({});
  }

  async decide(held: boolean): Promise<void> {
    const path = `/${this.#decided++}`;
    const hold = held ? { action: path, notBefore: new Date(Date.now() + 10_000).toISOString() } : {};
    const place = this.outbox.isPersistent ? 'on disk' : 'in memory';
    const decision = { server: 's', user: 'u', method: 'PATCH', path, body: {}, at: new Date().toISOString(), ...hold };
    const isConfirmed = await this.courier.submit(decision).then(
      () => !disk.isDead,
      () => false,
    );
    if (isConfirmed) this.confirmed.set(path, place);
  }
  async undo(): Promise<void> {
    const held = this.outbox.waiting().at(-1);
    if (held?.action && (await this.courier.undo(held.action).catch(() => false))) this.undone.add(held.path);
  }
  #forgetMemory(): void {
    for (const [path, place] of this.confirmed)
      if (place === 'in memory' && !this.carriedOut.has(path)) this.confirmed.delete(path);
  }

  /** Ends the process at a step of a decision, of its sending, and of the next start, then starts again. */
  async kill({ power, within, held, keychain }: Extract<Step, { do: 'kill' }>): Promise<void> {
    disk.stepsUntilCrash = within;
    await this.decide(held);
    await this.courier.run().catch(() => {});
    await this.#endProcess();
    disk.restart(power);
    this.keychain = keychain;
    disk.stepsUntilCrash = within;
    await this.start().catch(() => {});
    if (disk.isDead || !this.courier) {
      await this.#endProcess();
      disk.restart(power);
    }
    disk.stepsUntilCrash = Infinity;
    await this.restart();
  }
  async #endProcess(): Promise<void> {
    disk.isDead = true;
    await this.courier.stop();
    await this.outbox.close().catch(() => {});
    this.#forgetMemory();
  }
  async quit(): Promise<void> {
    await this.courier.sendBeforeQuit();
    await this.courier.stop();
    await this.outbox.close().catch(() => {});
    this.#forgetMemory();
    await this.restart();
  }
  async restart(): Promise<void> {
    const wasFull = disk.isFull;
    disk.isFull = false;
    await this.courier.stop();
    await this.start();
    disk.isFull = wasFull;
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'decide') await this.decide(step.held);
    else if (step.do === 'kill') await this.kill(step);
    else if (step.do === 'keychain') this.keychain = step.state;
    else if (step.do === 'server') this.server = step.state;
    else if (step.do === 'disk') disk.isFull = step.isFull;
    else if (step.do === 'clock') vi.setSystemTime(Date.now() + step.hours * 3_600_000);
    else if (step.do === 'wait') await vi.advanceTimersByTimeAsync(12_000);
    else await this[step.do]();
  }

  /** Everything works again, and the console has time to catch up. */
  async settle(): Promise<void> {
    Object.assign(this, { keychain: 'open', server: 'up' });
    disk.isFull = false;
    await this.quit();
    vi.setSystemTime(Date.now() + 1_000 * 3_600_000);
    await this.courier.run();
    await this.courier.stop();
  }
}

/** Runs random faults `numRuns` times, checks that no decision is lost or doubled, and returns how many were made. */
export async function checkFaults(numRuns: number): Promise<number> {
  let decisions = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 1, maxLength: 14 }), async (steps) => {
      disk.erase();
      const world = new World();
      await world.start();
      for (const step of steps) await world.run(step);
      await world.settle();
      expect(world.outbox.locked).toBe(0);
      expect(world.outbox.waiting()).toEqual([]);
      for (const [path, keys] of world.carriedOut) expect(keys.size, `${path} was carried out twice`).toBe(1);
      for (const path of world.confirmed.keys())
        expect(world.carriedOut.has(path), `${path} arrived`).toBe(!world.undone.has(path));
      expect(disk.text()).not.toContain('"PATCH"');
      decisions += world.confirmed.size;
    }),
    { numRuns },
  );
  return decisions;
}
