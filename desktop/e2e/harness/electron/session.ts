import { EventEmitter } from 'node:events';
import type { Checked } from './app.ts';

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0];
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0];
type VerifyProc = Parameters<Electron.Session['setCertificateVerifyProc']>[0];

class FakeSession extends EventEmitter {
  requestHandler: RequestHandler = null;
  checkHandler: CheckHandler = null;
  setPermissionRequestHandler = (handler: RequestHandler): void => void (this.requestHandler = handler);
  setPermissionCheckHandler = (handler: CheckHandler): void => void (this.checkHandler = handler);
  verifyCertificate: VerifyProc = null;
  setCertificateVerifyProc = (verify: VerifyProc): void => void (this.verifyCertificate = verify);
  setDevicePermissionHandler = (): void => {};
}

const partitions = new Map<string, FakeSession>();

export const session = {
  defaultSession: new FakeSession(),
  fromPartition(name: string): FakeSession {
    const partition = partitions.get(name) ?? new FakeSession();
    partitions.set(name, partition);
    return partition;
  },
};
export const isSessionChecked = session.defaultSession satisfies Checked<FakeSession, Electron.Session>;
