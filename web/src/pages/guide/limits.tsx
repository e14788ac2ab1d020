/** Limits as configured on this server, and prices. */
import { limits as texts } from '#texts/guide'
import type { Catalog } from '../../api/types.js'
import { loadCatalog } from '../../api/web.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatLimit, formatNumber } from '../../format/numbers.js'
import { formatDuration } from '../../format/times.js'
import { useData } from '../../hooks/use-data.js'
import { Bullets } from './quick-start.js'
import { Rows } from './rows.js'

const FULL_MAX_SIDE = 4096
const STYLE_MAX_SIDE = 2048

export function Limits() {
  const { data, problem, reload } = useData(loadCatalog)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={6} tall />}
      {data && <Rows caption={texts.title} head={[texts.what, texts.value]} rows={rowsOf(data.limits)} />}
      <section class="prose">
        <h2>{texts.prices.title}</h2>
        {!data && !problem && <Skeleton rows={3} tall />}
        {data && (
          <Rows
            caption={texts.prices.title}
            head={[texts.prices.operation, texts.prices.price]}
            rows={texts.prices.rows(data.prices)}
          />
        )}
        <p class="muted">{texts.prices.note}</p>
      </section>
      <section class="prose">
        <h2>{texts.headers.title}</h2>
        <Bullets items={texts.headers.items} />
      </section>
    </Page>
  )
}

function rowsOf(limits: Catalog['limits']): [string, string][] {
  const { names } = texts
  const side = (pixels: number): string => `${formatNumber(pixels)} px`
  return [
    [names.upload, `${formatLimit(limits.uploadBytes)} (${names.bytes(formatNumber(limits.uploadBytes))})`],
    [names.pixels, names.pixelsValue(formatNumber(limits.pixels / 1_000_000))],
    [names.rate, `${formatNumber(limits.rateLimitPerMinute)}. ${names.rateNote}`],
    [names.ttl, formatDuration(limits.resultTtlMs)],
    [names.preview, side(limits.previewMaxSide)],
    [names.full, side(FULL_MAX_SIDE)],
    [names.style, side(STYLE_MAX_SIDE)],
    [names.prompt, names.promptValue],
  ]
}
