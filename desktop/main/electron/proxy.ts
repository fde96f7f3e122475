import { net } from 'electron';
import type { Host } from '../host.ts';

/**
 * Sends a request only to make the proxy ask for credentials, because `net.fetch` has no event for that. Chromium caches
 * credentials that the proxy accepted and uses them for all later requests.
 */
export const logInToProxy: Host['logInToProxy'] = (url, ask) =>
  new Promise((resolve) => {
    const request = net.request({ url, method: 'HEAD', redirect: 'manual' });
    let isDeclined = false;
    request.on('login', (authInfo, callback) => {
      // A login prompt of the server is not the proxy's.
      if (!authInfo.isProxy) return callback();
      void ask(authInfo).then((credentials) => {
        isDeclined = credentials === null;
        if (credentials) callback(credentials.user, credentials.password);
        else callback();
      });
    });
    request.on('response', (response) => {
      response.on('data', () => {});
      resolve(!isDeclined && response.statusCode !== 407);
    });
    // A redirect comes from behind the proxy.
    request.on('redirect', () => {
      request.abort();
      resolve(true);
    });
    request.on('error', () => resolve(false));
    request.end();
  });
