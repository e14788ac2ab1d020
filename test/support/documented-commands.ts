/** The commands and programs in a page of the documentation, as far as they are marked up to be run. */

export type Step =
  /** For a shell; names are the files that its commands say they make. */
  | { readonly kind: 'run'; readonly script: string; readonly files: readonly string[] }
  /** A program that the reader saves under this name. */
  | { readonly kind: 'save'; readonly name: string; readonly text: string }
  | { readonly kind: 'not run'; readonly script: string; readonly reason: string }

const BLOCK = /^```(\w+)(?: ([^\n]*))?\n(.*?)^```$/gms

/** Fences marked `sh`, `sh not run: …` and `python NAME`; others show answers and files. */
export function stepsIn(page: string): Step[] {
  return [...page.matchAll(BLOCK)].flatMap(([, language = '', mark = '', text = '']): Step[] => {
    if (language === 'sh' && mark === '') return [{ kind: 'run', script: text, files: filesNamedIn(text) }]
    if (language === 'sh') return [{ kind: 'not run', script: text, reason: reasonIn(mark) }]
    if (language === 'python') return [{ kind: 'save', name: mark, text }]
    if (['js', 'json', 'php', 'text', 'yaml'].includes(language)) return []
    throw new Error(`It is not known whether blocks marked ${language} are to be run:\n${text}`)
  })
}

function reasonIn(mark: string): string {
  const [, reason] = /^not run: (.+)$/.exec(mark) ?? []
  if (!reason) throw new Error(`A block is marked as "sh ${mark}"; it may be "sh" or "sh not run: REASON"`)
  return reason
}

/** After `-o` and `>`, and where a comment shows them: `# → cutout.png`. Names with variables are known only to the shell. */
const filesNamedIn = (script: string): string[] =>
  [...script.matchAll(/(?:\s-o|\s>|# →)\s+([\w./-]+\w)/g)].map(([, name = '']) => name)
