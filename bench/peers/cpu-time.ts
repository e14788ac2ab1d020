/** Processor time of a process with all its threads since it started; NaN where the kernel does not show it. */
import { readFile } from 'node:fs/promises'

/** What Linux counts in towards programs, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100

export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name comes second, in parentheses, and may hold anything; user and system time are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
