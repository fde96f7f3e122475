// React's fast refresh must be set up before the first component loads. Only Vite's dev server has these modules.
const vite = '/@vite/client';
const refresh = '/@react-refresh';

await import(/* @vite-ignore */ vite);
const { injectIntoGlobalHook } = (await import(/* @vite-ignore */ refresh)) as {
  injectIntoGlobalHook(global: Window): void;
};
injectIntoGlobalHook(window);
Object.assign(window, { $RefreshReg$: () => {}, $RefreshSig$: () => (type: unknown) => type });
await import('./entry-client.tsx');
