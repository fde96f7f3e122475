/** CPU time of this process in milliseconds. Unlike the clock, it hardly depends on what else the machine does. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
