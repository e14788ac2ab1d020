/** The search index, made when the page is built: guide pages, routes, their parameters and errors. */
import type * as guideTexts from '#texts/guide'
import type { search } from '#texts/reference'
import { anchors } from './anchors.js'
import type { Route } from './read-document.js'
import type { SearchEntry } from './search.js'

type Page = keyof typeof guideTexts.guide.names

export interface SearchTexts {
  readonly guide: typeof guideTexts
  readonly search: typeof search
  /** Words that a guide page shows beside its texts, such as all names of styles. */
  readonly named?: Readonly<Partial<Record<Page, readonly string[]>>>
}

export function searchIndex(routes: readonly Route[], texts: SearchTexts): readonly SearchEntry[] {
  const errors = routes.flatMap((route) => ofErrors(route, texts))
  const parameters = routes.flatMap((route) => ofParameters(route, texts))
  return [...ofGuide(texts), ...routes.map(ofRoute), ...once([...parameters, ...errors])]
}

function ofGuide({ guide, search, named = {} }: SearchTexts): SearchEntry[] {
  const contents: Readonly<Record<Page, object>> = {
    '': guide.quickStart,
    errors: guide.errors,
    limits: guide.limits,
    'remove-bg': guide.migration,
    'id-photos': guide.formats,
    styles: guide.gallery,
  }
  return Object.entries(contents).map(([section, content]) => {
    const page = section as Page
    const words = [...sentences(content), ...(named[page] ?? [])]
    return {
      href: section === '' ? '/guide' : `/guide/${section}`,
      title: guide.guide.names[page],
      place: search.guide,
      text: words.join(' ').replaceAll('`', ''),
    }
  })
}

const ofRoute = ({ id, method, path, summary, text }: Route): SearchEntry => ({
  href: anchors.route(id),
  title: summary,
  place: `${method} ${path}`,
  text: text.replaceAll('`', ''),
})

const ofParameters = ({ id, method, path, parameters }: Route, { search }: SearchTexts): SearchEntry[] =>
  parameters.map(({ name, text, choices }) => ({
    href: anchors.parameter(id, name),
    title: name,
    place: search.parameterOf(`${method} ${path}`),
    text: [text, ...choices].join(' ').replaceAll('`', ''),
  }))

const ofErrors = ({ id, method, path, errors }: Route, { search }: SearchTexts): SearchEntry[] =>
  errors.map(({ status, text }) => ({
    href: anchors.error(id, status),
    title: `${search.error(status)}: ${/`([^`]+)`/.exec(text)?.[1] ?? ''}`,
    place: search.errorOf(`${method} ${path}`),
    text: text.replaceAll('`', ''),
  }))

/** Routes share most errors and some parameters: the first one stands for all. */
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
