/** The Node.js processes that a process has started and that still run; on Linux. */
import { readdir, readFile, readlink } from 'node:fs/promises'

export async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
    if (stat.replace(/.*\) /, '').split(' ')[1] === String(pid) && (await isNode(name))) found.push(Number(name))
  }
  return found
}

async function isNode(pid: string): Promise<boolean> {
  return (await readlink(`/proc/${pid}/exe`).catch(() => '')).includes('node')
}
