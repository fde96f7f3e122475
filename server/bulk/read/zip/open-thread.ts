import { answerTask } from '../../worker/answer-task.ts';
import { openZipFile, type ZipTask } from './open-zip-file.ts';

/** Opens a zip file in a worker. */
export const runTask = (task: ZipTask): Promise<void> => answerTask(() => openZipFile(task));
