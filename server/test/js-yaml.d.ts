declare module 'js-yaml' {
  export function load(source: string): unknown;
}
