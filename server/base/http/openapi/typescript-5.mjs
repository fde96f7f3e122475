// Gives openapi-typescript the compiler's JavaScript API, which TypeScript 7 no longer has. @ts-morph/common ships that of version 5.
import { register } from 'node:module';

const source = `import { ts } from '@ts-morph/common'; export default ts;`;
const base = import.meta.url;
register(
  `data:text/javascript,${encodeURIComponent(`
export async function resolve(specifier, context, next) {
  if (specifier === 'typescript') return { url: 'typescript-5:api', shortCircuit: true };
  return next(specifier, context.parentURL === 'typescript-5:api' ? { ...context, parentURL: ${JSON.stringify(base)} } : context);
}
export async function load(url, context, next) {
  if (url !== 'typescript-5:api') return next(url, context);
  return { format: 'module', source: ${JSON.stringify(source)}, shortCircuit: true };
}`)}`,
);
