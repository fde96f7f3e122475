import { hostname } from 'node:os';
import { isRunning, readStartTime } from '#server/base/db/embedded-process.ts';

/** The part of a file's name that identifies this process. The start time differs from that of an earlier process with the same id. */
export const formatOwner = (): string => `${process.pid}-${readStartTime(process.pid)}@${hostname()}`;

/** True if the name shows that the process that wrote the file ran on this machine and has ended. */
export function hasDeadOwner(name: string): boolean {
  const owner = /\.(\d+)-(\d*)@(.+?)\.csv/.exec(name);
  if (!owner || owner[3] !== hostname()) return false;
  const pid = Number(owner[1]);
  return !isRunning(pid) || readStartTime(pid) !== owner[2];
}
