/** A searchable part of the catalogue. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'

interface SearchPageProps<Item> {
  readonly texts: {
    readonly title: string
    readonly lead: string
    readonly search: string
    readonly placeholder: string
    readonly none: string
    readonly found: (n: number) => string
  }
  /** How many placeholder bars to show until the catalogue is loaded. */
  readonly skeletons: number
  readonly find: (catalog: Catalog, search: string) => readonly Item[]
  readonly show: (found: readonly Item[], catalog: Catalog) => ComponentChildren
}

export function SearchPage<Item>({ texts, skeletons, find, show }: SearchPageProps<Item>) {
  const { data, problem, reload } = useData(loadCatalog)
  const [search, setSearch] = useState('')
  const found = data ? find(data, search) : []
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="guide-search">
        <SearchBox value={search} label={texts.search} placeholder={texts.placeholder} onChange={setSearch} />
        <p class="muted" role="status">
          {data && texts.found(found.length)}
        </p>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={skeletons} tall />}
      {data && (found.length === 0 ? <p class="muted">{texts.none}</p> : show(found, data))}
    </Page>
  )
}
