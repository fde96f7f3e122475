// React's fast refresh has to be in place before the first component is read. Only Vite serves these modules.
const vite = '/@vite/client';
const refresh = '/@react-refresh';

await import(/* @vite-ignore */ vite);
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ refresh)) as {
  injectIntoGlobalHook(global: Window): void;
};
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
await import('./entry-client.tsx');
