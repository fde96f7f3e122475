import type { Work } from '#contract/proof-of-work.ts';
import { solve } from './solve.ts';

addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(solve(data)));
