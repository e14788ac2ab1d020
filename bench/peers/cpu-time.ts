/** CPU time of a process with all its threads since its start; NaN if the kernel does not show it. */
import { readFile } from 'node:fs/promises'

/** The unit in which Linux reports times to programs, on every architecture that Node supports. */
const TICKS_PER_SECOND = 100

export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field is the name in parentheses and may contain anything; user and system time are 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
