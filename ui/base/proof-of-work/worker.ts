import type { Work } from '#shared/proof-of-work.ts';
import { solve } from './solve.ts';

addEventListener('message', ({ data }: MessageEvent<Work>) => postMessage(solve(data)));
