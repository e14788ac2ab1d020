/** What can be found, put together when the page is built: guide pages, routes, their parameters and errors. */
import * as guide from '#texts/guide'
import { search as texts } from '#texts/reference'
import { anchors } from './anchors.js'
import type { Route } from './read-document.js'
import type { SearchEntry } from './search.js'

const guidePages: Readonly<Record<keyof typeof guide.guide.names, object>> = {
  '': guide.quickStart,
  errors: guide.errors,
  limits: guide.limits,
  'remove-bg': guide.migration,
  'id-photos': guide.formats,
  styles: guide.gallery,
}

/** `named`: words that a guide page shows beside its texts, such as all names of styles. */
export function searchIndex(
  routes: readonly Route[],
  named: Readonly<Partial<Record<keyof typeof guide.guide.names, readonly string[]>>> = {},
): readonly SearchEntry[] {
  const pages = Object.entries(guidePages).map(([section, content]) => {
    const name = section as keyof typeof guidePages
    const words = [...sentences(content), ...(named[name] ?? [])]
    return {
      href: section === '' ? '/guide' : `/guide/${section}`,
      title: guide.guide.names[name],
      place: texts.guide,
      text: words.join(' ').replaceAll('`', ''),
    }
  })
  return [...pages, ...routes.map(ofRoute), ...once([...routes.flatMap(ofParameters), ...routes.flatMap(ofErrors)])]
}

const ofRoute = ({ id, method, path, summary, text }: Route): SearchEntry => ({
  href: anchors.route(id),
  title: summary,
  place: `${method} ${path}`,
  text: text.replaceAll('`', ''),
})

const ofParameters = ({ id, method, path, parameters }: Route): SearchEntry[] =>
  parameters.map(({ name, text, choices }) => ({
    href: anchors.parameter(id, name),
    title: name,
    place: texts.parameterOf(`${method} ${path}`),
    text: [text, ...choices].join(' ').replaceAll('`', ''),
  }))

const ofErrors = ({ id, method, path, errors }: Route): SearchEntry[] =>
  errors.map(({ status, text }) => ({
    href: anchors.error(id, status),
    title: `${texts.error(status)}: ${/`([^`]+)`/.exec(text)?.[1] ?? ''}`,
    place: texts.errorOf(`${method} ${path}`),
    text: text.replaceAll('`', ''),
  }))

/** Most routes share their errors and some their parameters: the first one stands for all. */
function once(entries: readonly SearchEntry[]): SearchEntry[] {
  const known = new Map<string, SearchEntry>()
  for (const entry of entries) {
    const same = `${entry.title}\n${entry.text}`
    if (!known.has(same)) known.set(same, entry)
  }
  return [...known.values()]
}

function sentences(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(sentences) : []
}
