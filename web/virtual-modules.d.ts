declare module 'virtual:icon-sprite' {
  /** The URL of the file with all icons. */
  const url: string;
  export default url;
}
