/** What the process has cost so far, in CPU seconds: unlike the clock's, they do not grow with what else the machine does. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
