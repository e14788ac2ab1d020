/** Completion for bash: `source <(silhouette completion bash)`. */
import { PROGRAM } from '../command.js'
import { type Completion, firstWords, secondWords } from './words.js'

export function bashCompletion(completions: readonly Completion[]): string {
  const families = firstWords(completions).flatMap((word) => {
    const seconds = secondWords(completions, word)
    return seconds.length > 0 ? [`      ${word}) words="${seconds.join(' ')}" ;;`] : []
  })
  return `_${PROGRAM}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${firstWords(completions).join(' ')} help --help --version"
  elif [ "$COMP_CWORD" -eq 2 ] && [[ "$current" != -* ]]; then
    case "$previous" in
${families.join('\n')}
    esac
  fi
  if [ -z "$words" ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${completions.map(caseFor).join('\n')}
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${PROGRAM} ${PROGRAM}
`
}

function caseFor({ name, options, operands }: Completion): string {
  const pattern = name.includes(' ') ? `"${name}"` : `"${name} "*`
  const values = options
    .filter(({ choices }) => choices.length > 0)
    .map((option) => `          --${option.name}) words="${option.choices.join(' ')}" ;;`)
  const all = options.map((option) => `--${option.name}`).join(' ')
  const withValue = options.filter(({ takesValue, choices }) => takesValue && choices.length === 0)
  const files = withValue.flatMap((option) => [`--${option.name}`, ...(option.short ? [`-${option.short}`] : [])])
  return [
    `      ${pattern})`,
    '        case "$previous" in',
    ...values,
    ...(files.length > 0 ? [`          ${files.join('|')}) ;;`] : []),
    `          *) if [[ "$current" == -* ]]; then words="${all}"; else words="${operands.join(' ')}"; fi ;;`,
    '        esac ;;',
  ].join('\n')
}
