/** A password that does not show up on the screen, in the shell history or in the process list. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export async function readPassword(question: string): Promise<string> {
  const { stdin, stderr } = process
  if (stdin.isTTY) stderr.write(question)
  // In a terminal readline echoes what is typed; here it echoes into nothing.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY === true })
  try {
    for await (const line of lines) return line
    return ''
  } finally {
    lines.close()
    if (stdin.isTTY) stderr.write('\n')
  }
}
