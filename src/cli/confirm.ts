/** Before something that cannot be undone, the name has to be typed. */
import { createInterface } from 'node:readline/promises'
import { UsageError } from './command.js'

export async function confirm(question: string, name: string): Promise<void> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) throw new UsageError(`${question} Not a terminal; pass --yes`)
  const lines = createInterface({ input: stdin, output: stderr })
  try {
    const typed = await lines.question(`${question} This cannot be undone. Type ${name} to continue: `)
    if (typed.trim().toLowerCase() !== name) throw new UsageError('Nothing was deleted')
  } finally {
    lines.close()
  }
}
