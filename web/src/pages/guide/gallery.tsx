/** Every style with its picture. */
import { gallery as texts } from '#texts/guide'
import { style as styleTexts } from '#texts/playground'
import type { Style } from '../../api/types.js'
import { QueuedPicture } from '../../components/queued-picture.js'
import { SearchPage } from './search-page.js'

export const Gallery = () => (
  <SearchPage
    texts={texts}
    skeletons={4}
    find={({ styles }, search) => styles.filter((style) => matches(style, search))}
    show={(found) => <Categories styles={found} />}
  />
)

function Categories({ styles }: { styles: readonly Style[] }) {
  const categories = [...new Set(styles.map(({ category }) => category))]
  return (
    <>
      {categories.map((category) => (
        <section key={category} class="prose">
          <h2>{styleTexts.categories[category] ?? category}</h2>
          <ul class="gallery">
            {styles
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
    </>
  )
}

function matches({ id, name, description, category, tags }: Style, search: string): boolean {
  const known = [id, name, description, category, ...tags].join(' ').toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => known.includes(word))
}
