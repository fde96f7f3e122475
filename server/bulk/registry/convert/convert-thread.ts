import { answerTask } from '../../worker/answer-task.ts';
import { convertFile, type ConvertCounts, type ConvertTask } from './convert-file.ts';

const REPORT_BYTES = 16 * 2 ** 20;

/** Converts a registry file in a worker. */
export const runTask = (task: ConvertTask): Promise<void> =>
  answerTask<ConvertCounts, number>(async (sendRead) => {
    let unreported = 0;
    const counts = await convertFile(task, (bytes) => {
      unreported += bytes;
      if (unreported < REPORT_BYTES) return;
      sendRead(unreported);
      unreported = 0;
    });
    sendRead(unreported);
    return counts;
  });
