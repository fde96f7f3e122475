export interface Clock {
  now(): Date;
  /** Calls at an interval until the returned function stops it. After sleep, the next call is late, not lost. */
  every(ms: number, call: () => void): () => void;
}

export const wallClock: Clock = {
  now: () => new Date(),
  every(ms, call) {
    const timer = setInterval(call, ms);
    return () => clearInterval(timer);
  },
};
