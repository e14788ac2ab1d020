/** Patterns in quotes, which no shell has expanded: * ? [a-z] {jpg,png}, and ** for folders at any depth. */
import path from 'node:path'
import { isWebAddress } from './web-address.js'

export interface Glob {
  /** The folder that the pattern starts from. */
  readonly base: string
  /** For paths below it, with slashes. */
  readonly matches: RegExp
  /** How many folders deep it can match. */
  readonly depth: number
}

const MAGIC = /[*?[{]/

/** The ? of a web address is none. */
export const isGlob = (text: string): boolean => MAGIC.test(text) && !isWebAddress(text)

export function parseGlob(pattern: string): Glob {
  const parts = pattern.split(path.sep).join('/').split('/')
  const first = parts.findIndex(isGlob)
  const rest = parts.slice(first)
  return {
    base: parts.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.'),
    matches: new RegExp(`^${expressionFor(rest.join('/'))}$`),
    depth: rest.some((part) => part.includes('**') || part.includes('{')) ? Number.POSITIVE_INFINITY : rest.length,
  }
}

const TOKENS = /\*\*\/|\*\*|\*|\?|\[[!^]?\]?[^\]]*\]|[{},]|[^*?[{},]+|\[/g

function expressionFor(glob: string): string {
  let open = 0
  const translate = (token: string): string => {
    if (token === '**/') return '(?:[^/]+/)*'
    if (token === '**') return '.*'
    if (token === '*') return '[^/]*'
    if (token === '?') return '[^/]'
    if (token === '{') return opened(1, '(?:')
    if (token === '}' && open > 0) return opened(-1, ')')
    if (token === ',' && open > 0) return '|'
    if (token.startsWith('[') && token.endsWith(']')) return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
    return token.replaceAll(/[\\^$.|+()[\]{}*?]/g, '\\$&')
  }
  const opened = (step: number, text: string): string => {
    open += step
    return text
  }
  const expression = (glob.match(TOKENS) ?? []).map(translate).join('')
  return expression + ')'.repeat(open)
}
