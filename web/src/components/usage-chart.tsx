/** The last 30 days as bars, with the same numbers as a table for anyone who cannot see the bars or prefers to read. */
import { useState } from 'preact/hooks'
import { chart } from '#texts/account'
import { count } from '#texts/common'
import type { UsageDay } from '../api/types.js'
import { formatNumber } from '../format/numbers.js'
import { formatDay } from '../format/times.js'
import { Segmented } from './segmented.js'

type Measure = 'images' | 'credits'

const WIDTH = 600
const HEIGHT = 140
const BAR_MIN = 3

export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const [measure, setMeasure] = useState<Measure>('images')
  const [hovered, setHovered] = useState<UsageDay>()
  const images = sum(days, 'images')
  const credits = sum(days, 'credits')
  const total = measure === 'images' ? images : credits
  return (
    <figure class="chart">
      <div class="chart-head">
        <figcaption aria-hidden="true">{hovered ? describe(hovered) : totalOf(total, measure)}</figcaption>
        <Segmented
          legend={chart.show}
          choices={[
            { value: 'images', label: chart.images },
            { value: 'credits', label: chart.credits },
          ]}
          value={measure}
          onChange={setMeasure}
        />
      </div>
      <Bars days={days} measure={measure} label={chart.summary(images, credits)} onHover={setHovered} />
      <div class="chart-axis" aria-hidden="true">
        <span>{days[0] && formatDay(days[0].day)}</span>
        <span>{days.at(-1) && formatDay(days.at(-1)!.day)}</span>
      </div>
      <DayTable days={days} />
    </figure>
  )
}

interface BarsProps {
  readonly days: readonly UsageDay[]
  readonly measure: Measure
  readonly label: string
  readonly onHover: (day: UsageDay | undefined) => void
}

function Bars({ days, measure, label, onHover }: BarsProps) {
  const max = Math.max(1, ...days.map((day) => day[measure]))
  const slot = WIDTH / Math.max(1, days.length)
  return (
    <svg
      class="chart-bars"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerLeave={() => onHover(undefined)}
    >
      {days.map((day, index) => {
        const value = day[measure]
        const height = value === 0 ? BAR_MIN : Math.max(BAR_MIN * 2, (value / max) * (HEIGHT - 4))
        return (
          <g key={day.day} class={value === 0 ? 'bar zero' : 'bar'} onPointerEnter={() => onHover(day)}>
            <rect class="bar-room" x={index * slot} y={0} width={slot} height={HEIGHT} />
            <rect x={index * slot + slot * 0.16} y={HEIGHT - height} width={slot * 0.68} height={height} rx={1.5} />
          </g>
        )
      })}
    </svg>
  )
}

function DayTable({ days }: { days: readonly UsageDay[] }) {
  return (
    <details class="chart-table">
      <summary>{chart.asTable}</summary>
      <div class="table-box">
        <table class="table">
          <caption class="visually-hidden">{chart.title}</caption>
          <thead>
            <tr>
              <th scope="col">{chart.day}</th>
              <th scope="col" class="number">
                {chart.images}
              </th>
              <th scope="col" class="number">
                {chart.credits}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, images, credits }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td class="number">{formatNumber(images)}</td>
                <td class="number">{formatNumber(credits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const sum = (days: readonly UsageDay[], measure: Measure): number =>
  days.reduce((total, day) => total + day[measure], 0)

function totalOf(total: number, measure: Measure): string {
  if (total === 0) return chart.none
  return chart.total(formatNumber(total), measure === 'images' ? count.images(total) : count.credits(total))
}

const describe = ({ day, images, credits }: UsageDay): string =>
  `${formatDay(day)}: ${formatNumber(images)} ${count.images(images)}, ${formatNumber(credits)} ${count.credits(credits)}`
