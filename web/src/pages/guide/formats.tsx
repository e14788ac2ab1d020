/** Every ID photo format, searchable. */
import { formats as texts } from '#texts/guide'
import { searchFormats } from '../../../../src/catalog/search-formats.js'
import type { Catalog, Spec } from '../../api/types.js'
import { type Column, Table } from '../../components/table.js'
import { countryName, millimetres, pixels } from '../../specs.js'
import { SearchPage } from './search-page.js'

export const Formats = () => (
  <SearchPage
    texts={texts}
    skeletons={8}
    find={({ specs }, search) => searchFormats(specs, search)}
    show={(found, { colors }) => <FormatTable specs={found} colours={colors} />}
  />
)

function FormatTable({ specs, colours }: { specs: readonly Spec[]; colours: Catalog['colors'] }) {
  const columns: readonly Column<Spec>[] = [
    { name: texts.format, cell: (spec) => <Format spec={spec} /> },
    {
      name: texts.size,
      cell: (spec) => (
        <span class="nowrap">
          {millimetres(spec)}
          <span class="format-facts">{pixels(spec)}</span>
          <span class="format-facts">{texts.dpi(spec.dpi)}</span>
        </span>
      ),
    },
    {
      name: texts.background,
      cell: ({ backgrounds }) => (
        <ul class="format-colours">
          {backgrounds.map((colour) => (
            <li key={colour}>
              <span class="swatch-dot" style={{ '--swatch': colours[colour] }} />
              {colour.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      ),
    },
    {
      name: texts.head,
      cell: ({ head_ratio: [min, max], crown }) => texts.headOf(Math.round(min * 100), Math.round(max * 100), crown),
    },
    { name: texts.file, cell: ({ min_kb, max_kb }) => <span class="nowrap">{texts.fileOf(min_kb, max_kb)}</span> },
  ]
  return <Table caption={texts.title} columns={columns} rows={specs} keyOf={({ id }) => id} class="formats" />
}

function Format({ spec: { id, name, country, edited_background_policy } }: { spec: Spec }) {
  const policy = texts.policies[edited_background_policy]
  return (
    <>
      <a href={`/playground?operation=id-photo&spec=${encodeURIComponent(id)}`} aria-label={texts.tryNamed(name)}>
        {name}
      </a>
      <span class="format-facts">
        {countryName(country)} · <code>{id}</code>
      </span>
      {policy && <span class="format-policy">{policy}</span>}
    </>
  )
}
