/** Which days are shown: the last 7, 30 or 90, or a range of them. Kept in the URL. */
import { usage as texts } from '#texts/account'
import type { DayRange } from '../../api/types.js'
import { usageFile } from '../../api/web.js'
import { DayFields } from '../../components/day-fields.js'
import { Icon } from '../../components/icon.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { rewriteQuery, route } from '../../router.js'
import { useStore } from '../../state/store.js'

const DAY = 86_400_000
const USUAL = '30'

type Choice = keyof typeof texts.ranges

const isChoice = (text: string | null): text is Choice => text !== null && Object.hasOwn(texts.ranges, text)
const choiceIn = (query: URLSearchParams): Choice => {
  const text = query.get('days')
  return isChoice(text) ? text : USUAL
}

/** In days of UTC, as usage is counted. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export function rangeIn(query: URLSearchParams, now: number): DayRange {
  const choice = choiceIn(query)
  if (choice === 'custom') return { from: query.get('from') || undefined, to: query.get('to') || undefined }
  return { from: dayOf(now - (Number(choice) - 1) * DAY), to: dayOf(now) }
}

export function RangeForm({ range }: { range: DayRange }) {
  const { query } = useStore(route)
  const choice = choiceIn(query)
  const go = (change: Record<string, string>): void => rewriteQuery(new URLSearchParams(change))
  const custom = (change: DayRange): void => {
    const { from = '', to = '' } = { ...range, ...change }
    go({ days: 'custom', from, to })
  }
  return (
    <div class="range-form">
      <Segmented
        legend={texts.range}
        choices={choicesOf(texts.ranges)}
        value={choice}
        onChange={(next) => (next === 'custom' ? custom({}) : go({ days: next }))}
      />
      {choice === 'custom' && <DayFields texts={texts} {...range} onChange={custom} />}
      <a class="button small" href={usageFile(range)} download="usage.csv">
        <Icon name="download" />
        {texts.csv}
      </a>
    </div>
  )
}
