/** Completion for fish: `silhouette completion fish | source`. */
import { PROGRAM } from '../command.js'
import { type CompletedOption, type Completion, firstWords, secondWords } from './words.js'

export function fishCompletion(completions: readonly Completion[]): string {
  const lines = firstWords(completions).flatMap((word) => {
    const command = completions.find(({ name }) => name === word)
    const seconds = secondWords(completions, word)
    return [
      `complete -c ${PROGRAM} -f -n __fish_use_subcommand -a ${word} -d ${quoted(command?.summary ?? seconds.join(', '))}`,
      ...(seconds.length > 0
        ? [
            `complete -c ${PROGRAM} -f -n "__fish_seen_subcommand_from ${word}; and not __fish_seen_subcommand_from ${seconds.join(' ')}" -a "${seconds.join(' ')}"`,
          ]
        : []),
    ]
  })
  return `${[...lines, ...completions.flatMap(linesFor)].join('\n')}\n`
}

function linesFor({ name, options, operands }: Completion): string[] {
  const words = name.split(' ')
  const condition = `"${words.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')}"`
  const head = `complete -c ${PROGRAM} -n ${condition}`
  return [
    ...options.map((option) => `${head} ${optionFor(option)}`),
    ...(operands.length > 0 ? [`${head} -f -a "${operands.join(' ')}"`] : []),
  ]
}

function optionFor({ name, short, meaning, takesValue, choices }: CompletedOption): string {
  const value = choices.length > 0 ? ` -x -a "${choices.join(' ')}"` : takesValue ? ' -r' : ''
  return `-l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(meaning)}`
}

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
