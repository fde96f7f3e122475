import { register } from 'node:module';

const fake = JSON.stringify(new URL('./fake-electron.mjs', import.meta.url).href);
const hook = `export const resolve = (name, context, next) => name === 'electron' ? { url: ${fake}, shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
