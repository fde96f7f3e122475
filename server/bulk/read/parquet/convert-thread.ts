import { answerTask } from '../../worker/answer-task.ts';
import { convertParquet } from './convert-parquet.ts';

/** Converts a Parquet file in a worker. */
export const runTask = ({ path, csvPath }: { path: string; csvPath: string }): Promise<void> =>
  answerTask(() => convertParquet(path, csvPath));
