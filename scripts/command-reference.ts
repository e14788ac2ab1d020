/** Writes the reference of commands in docs/command-line.md from the help of the commands. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commands } from '../src/cli/commands.js'
import { commandHelp, overallHelp } from '../src/cli/help.js'

const MARK = '<!-- From here on written by scripts/command-reference.ts -->'

/** The page with its reference as it should be; what is above the mark is kept. */
export function commandReference(page: string): string {
  const block = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')
  const parts = commands.map((command) => `### ${command.name}\n\n${block(commandHelp(command))}`)
  const [introduction = ''] = page.split(MARK)
  return `${introduction}${MARK}\n\n## Commands\n\n${block(overallHelp(commands))}\n\n${parts.join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL('../docs/command-line.md', import.meta.url)
  writeFileSync(file, commandReference(readFileSync(file, 'utf8')))
}
