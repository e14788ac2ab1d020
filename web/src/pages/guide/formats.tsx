/** Every ID photo format, searchable. */
import { useState } from 'preact/hooks'
import { formats as texts } from '#texts/guide'
import { searchFormats } from '../../../../src/catalog/search-formats.js'
import type { Catalog, Spec } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { countryName, millimetres, pixels } from '../../specs.js'

export function Formats() {
  const { data, problem, reload } = useData(loadCatalog)
  const [search, setSearch] = useState('')
  const found = searchFormats(data?.specs ?? [], search)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <div class="guide-search">
        <SearchBox value={search} label={texts.search} placeholder={texts.placeholder} onChange={setSearch} />
        <p class="muted" role="status">
          {data && texts.found(found.length)}
        </p>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={8} tall />}
      {data && found.length === 0 && <p class="muted">{texts.none}</p>}
      {data && found.length > 0 && <FormatTable specs={found} colours={data.colors} />}
    </Page>
  )
}

function FormatTable({ specs, colours }: { specs: readonly Spec[]; colours: Catalog['colors'] }) {
  return (
    <div class="card flush">
      <table class="table cards-when-narrow formats">
        <caption class="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.format}</th>
            <th scope="col">{texts.size}</th>
            <th scope="col">{texts.background}</th>
            <th scope="col">{texts.head}</th>
            <th scope="col">{texts.file}</th>
          </tr>
        </thead>
        <tbody>
          {specs.map((spec) => (
            <FormatRow key={spec.id} spec={spec} colours={colours} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FormatRow({ spec, colours }: { spec: Spec; colours: Catalog['colors'] }) {
  const policy = texts.policies[spec.edited_background_policy]
  const [min, max] = spec.head_ratio.map((ratio) => Math.round(ratio * 100))
  return (
    <tr>
      <th scope="row">
        <a
          href={`/playground?operation=id-photo&spec=${encodeURIComponent(spec.id)}`}
          aria-label={texts.tryNamed(spec.name)}
        >
          {spec.name}
        </a>
        <span class="format-facts">
          {countryName(spec.country)} · <code>{spec.id}</code>
        </span>
        {policy && <span class="format-policy">{policy}</span>}
      </th>
      <td data-label={texts.size}>
        <span class="nowrap">
          {millimetres(spec)}
          <span class="format-facts">{pixels(spec)}</span>
          <span class="format-facts">{texts.dpi(spec.dpi)}</span>
        </span>
      </td>
      <td data-label={texts.background}>
        <ul class="format-colours">
          {spec.backgrounds.map((colour) => (
            <li key={colour}>
              <span class="swatch-dot" style={{ '--swatch': colours[colour] }} />
              {colour.replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      </td>
      <td data-label={texts.head}>{texts.headOf(min!, max!, spec.crown)}</td>
      <td data-label={texts.file}>
        <span class="nowrap">{texts.fileOf(spec.min_kb, spec.max_kb)}</span>
      </td>
    </tr>
  )
}
