/** Writes the reference of commands in docs/command-line.md from the help of the commands. */
import { commands } from '../src/cli/commands.js'
import { commandHelp, overallHelp } from '../src/cli/help.js'
import { withReference, writeReference } from './reference-page.js'

/** The page with its reference as it should be. */
export function commandReference(page: string): string {
  const block = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')
  const parts = commands.map((command) => `### ${command.name}\n\n${block(commandHelp(command))}`)
  const reference = `## Commands\n\n${block(overallHelp(commands))}\n\n${parts.join('\n\n')}`
  return withReference(page, 'command-reference.ts', reference)
}

await writeReference(import.meta.url, 'command-line.md', commandReference)
