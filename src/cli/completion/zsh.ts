/** Completion for zsh: `silhouette completion zsh > "${fpath[1]}/_silhouette"`, or sourced. */
import { PROGRAM } from '../command.js'
import { type CompletedOption, type Completion, firstWords, secondWords } from './words.js'

export function zshCompletion(completions: readonly Completion[]): string {
  const words = firstWords(completions).map((word) => {
    const command = completions.find(({ name }) => name === word)
    return `    ${quoted(`${word}:${escaped(command?.summary ?? secondWords(completions, word).join(', '))}`)}`
  })
  const families = firstWords(completions).flatMap((word) => {
    const seconds = secondWords(completions, word)
    return seconds.length > 0 ? [`      ${word}) compadd -- ${seconds.join(' ')}; return ;;`] : []
  })
  return `#compdef ${PROGRAM}
_${PROGRAM}() {
  local -a commands
  commands=(
${words.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if (( CURRENT == 3 )); then
    case "$words[2]" in
${families.join('\n')}
    esac
  fi
  case "$words[2] $words[3]" in
${completions.map(caseFor).join('\n')}
  esac
}
if [ "$funcstack[1]" = "_${PROGRAM}" ]; then _${PROGRAM} "$@"; else compdef _${PROGRAM} ${PROGRAM}; fi
`
}

function caseFor({ name, options, operands }: Completion): string {
  const pattern = name.includes(' ') ? `"${name}"` : `"${name} "*`
  const shift = name.split(' ').length
  const rest = operands.length > 0 ? `'*:word:(${operands.join(' ')})'` : "'*:file:_files'"
  return [
    `    ${pattern})`,
    `      shift ${shift} words; (( CURRENT -= ${shift} ))`,
    `      _arguments ${[...options.flatMap(argumentsFor), rest].join(' \\\n        ')} ;;`,
  ].join('\n')
}

function argumentsFor({ name, short, meaning, takesValue, choices }: CompletedOption): string[] {
  const value = takesValue ? `:value:${choices.length > 0 ? `(${choices.join(' ')})` : '_files'}` : ''
  const names = [`--${name}`, ...(short ? [`-${short}`] : [])]
  return names.map((option) => quoted(`${option}[${escaped(meaning)}]${value}`))
}

const escaped = (text: string): string => text.replaceAll(/[[\]:\\]/g, '\\$&')
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
