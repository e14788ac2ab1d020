/** Which file of src imports which: read from the sources by the TypeScript parser, so that comments and strings do not count. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { projectFile } from './project.js'

/**
 * `value`: loaded with the importing file. `type`: only the compiler sees it; nothing is loaded, but the importing file
 * knows what it names. `dynamic`: `import()`, loaded when the line is reached.
 */
export type ImportKind = 'value' | 'type' | 'dynamic'

export interface Import {
  /** The importing file, relative to src. */
  readonly from: string
  /** A file relative to src, such as `db/port.ts`, or the name of a package, such as `fastify`. */
  readonly to: string
  readonly kind: ImportKind
}

const root = projectFile('src')

export const sourceFiles: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => name.split(path.sep).join('/'))

export const sourceText = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export function importsIn(file: string, text: string): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, kind: ImportKind): void => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ from: file, to: target(file, specifier.text), kind })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause) ? 'type' : 'value')
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node) ? 'type' : 'value')
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'type')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'dynamic')
    }
    // Below the statements of a file there are imports only where this is written.
    if (ts.isSourceFile(node) || text.includes('import(')) ts.forEachChild(node, visit)
  }
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone }
  visit(ts.createSourceFile(file, text, options))
  return found
}

/** `import { type A }` is not: with verbatimModuleSyntax the compiler leaves `import {}`, which loads the file. */
function isTypeOnly(clause: ts.ImportClause | ts.ExportDeclaration | undefined): boolean {
  return clause?.isTypeOnly ?? false
}

function target(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return packageOf(specifier)
  return path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts')
}

/** `typebox/value` → `typebox`, `@fastify/swagger/x` → `@fastify/swagger` */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

export interface Walk {
  readonly kinds: readonly ImportKind[]
  /** Files whose own imports are not followed. */
  readonly stopAt?: (file: string) => boolean
}

/** Everything reached from `starts`, imports of imports included, each with the way that leads there. */
export function reach(imports: readonly Import[], starts: readonly string[], walk: Walk): Map<string, string> {
  const { kinds, stopAt = () => false } = walk
  const ways = new Map(starts.map((start) => [start, start]))
  // A map that grows is iterated to its end: what is added behind is still visited.
  for (const [file, way] of ways) {
    if (stopAt(file)) continue
    for (const { from, to, kind } of imports) {
      if (from === file && kinds.includes(kind) && !ways.has(to)) ways.set(to, `${way} → ${to}`)
    }
  }
  return ways
}

/** Groups of nodes that lead to each other, each as a list of nodes. */
export function circles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of edges) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reachable = (start: string): Set<string> => {
    const seen = new Set<string>(next.get(start))
    for (const node of seen) for (const further of next.get(node) ?? []) seen.add(further)
    return seen
  }
  const from = new Map([...next.keys()].map((node) => [node, reachable(node)]))
  const groups = [...from]
    .filter(([node, seen]) => seen.has(node))
    .map(([node, seen]) => [...seen].filter((other) => from.get(other)?.has(node)).toSorted())
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}
