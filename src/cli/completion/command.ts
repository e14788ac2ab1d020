/** Completion for three shells, from the data of the commands. */
import { type Command, UsageError } from '../command.js'
import { bashCompletion } from './bash.js'
import { fishCompletion } from './fish.js'
import { type Completion, completionsOf } from './words.js'
import { zshCompletion } from './zsh.js'

const SHELLS: Readonly<Record<string, (completions: readonly Completion[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** The commands come as a function, because this one is among them. */
export const completionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  group: 'Help',
  summary: 'Print what a shell needs to complete commands and options',
  about: 'SHELL is bash, zsh or fish. For bash: source <(silhouette completion bash), in ~/.bashrc.',
  options: {},
  operand: { name: 'shell', label: 'SHELL', choices: Object.keys(SHELLS) },
  examples: ['completion bash > ~/.silhouette-completion', 'completion fish | source'],
  run: async ({ shell }) => {
    const name = typeof shell === 'string' ? shell : ''
    const write = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined
    if (!write) throw new UsageError(`Name a shell: ${Object.keys(SHELLS).join(', ')}`)
    process.stdout.write(write(completionsOf(commands())))
  },
})
