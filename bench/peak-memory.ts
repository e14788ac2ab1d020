/** The peak resident memory of a process, as counted by the kernel. Only Linux lets other processes read it. */
import { readFile } from 'node:fs/promises'

export async function peakMemoryMb(pid: number): Promise<number | 'unknown'> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = status.match(/VmHWM:\s+(\d+) kB/)?.[1]
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : 'unknown'
}
