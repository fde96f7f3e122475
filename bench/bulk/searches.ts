import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface Searched {
  answers: number;
  p50: number;
  p99: number;
  slowest: number;
}

/** Runs in its own thread, so that the client's work isn't measured as the server's. */
const asking = `
const { parentPort, workerData } = require('node:worker_threads');
const { Agent, get } = require('node:http');
const agent = new Agent({ keepAlive: true });
const queries = ['', '?location=Boston', '?location=TX', '?location=90210', '?service=Veneers', '?name=smith', '?location=CA&service=Veneers', '?location=10001&radius=25', '?name=lee&location=FL', '?location=606'];
const times = [];
let on = true;
const ask = (path) => new Promise((done, fail) => {
  const start = performance.now();
  get(workerData + '/api/dentists/search' + path, { agent }, (res) => {
    res.resume().on('end', () => res.statusCode === 200 ? done(times.push(performance.now() - start)) : fail(new Error(path + ' was answered with ' + res.statusCode)));
  }).on('error', fail);
});
const one = async (turn) => { for (; on; turn++) { await ask(queries[turn % queries.length] + (turn % 10 ? '&' : '?') + 'page=1&pageSize=10'); await new Promise((done) => setTimeout(done, 20)); } };
const all = Promise.all([0, 3, 6].map(one));
all.catch((error) => { throw error; });
parentPort.once('message', () => {
  times.length = 0;
  parentPort.once('message', async () => { on = false; await all; parentPort.postMessage(times); agent.destroy(); });
});
`;

/** The first searches after a start wait for connections and plans. */
const WARM_UP_MS = 5_000;

/** Starts three clients that search without pause. The returned function stops them and returns their waiting times since now. */
export async function searchAll(url: string): Promise<() => Promise<Searched>> {
  const worker = new Worker(asking, { eval: true, workerData: url });
  const failed = new Promise<never>((_, fail) => worker.once('error', fail));
  failed.catch(() => undefined);
  await setTimeout(WARM_UP_MS);
  worker.postMessage('count', []);
  return async () => {
    const told = new Promise<number[]>((done) => worker.once('message', done));
    worker.postMessage('enough', []);
    const times = (await Promise.race([told, failed])).toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]!);
    return { answers: times.length, p50: at(0.5), p99: at(0.99), slowest: at(1) };
  };
}
