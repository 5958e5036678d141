/** Returns the CPU seconds of the process so far; unlike the clock, they do not depend on other load of the machine. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
