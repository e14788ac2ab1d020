/** Every style with its picture. */
import { useState } from 'preact/hooks'
import { gallery as texts } from '#texts/guide'
import { style as styleTexts } from '#texts/playground'
import type { Style } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { QueuedPicture } from '../../components/queued-picture.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'

export function Gallery() {
  const { data, problem, reload } = useData(loadCatalog)
  const [search, setSearch] = useState('')
  const found = (data?.styles ?? []).filter((style) => matches(style, search))
  const categories = [...new Set(found.map(({ category }) => category))]
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="guide-search">
        <SearchBox value={search} label={texts.search} placeholder={texts.placeholder} onChange={setSearch} />
        <p class="muted" role="status">
          {data && texts.found(found.length)}
        </p>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={4} tall />}
      {data && found.length === 0 && <p class="muted">{texts.none}</p>}
      {categories.map((category) => (
        <section key={category} class="prose">
          <h2>{styleTexts.categories[category] ?? category}</h2>
          <ul class="gallery">
            {found
              .filter((style) => style.category === category)
              .map((style) => (
                <li key={style.id}>
                  <a
                    href={`/playground?operation=portrait-style&style=${encodeURIComponent(style.id)}`}
                    aria-label={texts.tryNamed(style.name)}
                  >
                    <QueuedPicture src={style.preview_url} alt="" />
                    <span class="gallery-name">{style.name}</span>
                  </a>
                  <p class="hint">{style.description}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}

function matches({ id, name, description, category, tags }: Style, search: string): boolean {
  const known = [id, name, description, category, ...tags].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
