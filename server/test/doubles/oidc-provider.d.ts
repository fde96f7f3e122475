/** The package has no types. These cover what the double uses. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
    Grant: new (about: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
  }
}
