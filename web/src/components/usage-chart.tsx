/** Days as bars over a scale, with the same numbers as a table for readers who do not see the bars. */
import { useState } from 'preact/hooks'
import { chart } from '#texts/account'
import { count } from '#texts/common'
import type { DayOfUsage } from '../api/types.js'
import { formatNumber } from '../format/numbers.js'
import { labelled, ticksFor } from '../format/ticks.js'
import { formatDay } from '../format/times.js'
import { Segmented } from './segmented.js'
import { type Column, Table } from './table.js'

type Measure = 'images' | 'credits'

const WIDTH = 600
const HEIGHT = 140
const BAR_MIN = 3

export function UsageChart({ days }: { days: readonly DayOfUsage[] }) {
  const [measure, setMeasure] = useState<Measure>('images')
  const [hovered, setHovered] = useState<DayOfUsage>()
  const images = sum(days, 'images')
  const credits = sum(days, 'credits')
  const total = measure === 'images' ? images : credits
  const ticks = ticksFor(Math.max(0, ...days.map((day) => day[measure])))
  return (
    <figure class="chart">
      <div class="chart-head">
        <figcaption aria-hidden="true">{hovered ? describe(hovered) : totalOf(total, measure, days.length)}</figcaption>
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
      <div class="chart-plot">
        <div class="chart-scale" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{formatNumber(tick)}</span>
          ))}
        </div>
        <Bars
          days={days}
          measure={measure}
          ticks={ticks}
          label={chart.summary(images, credits, days.length)}
          onHover={setHovered}
        />
        <div class="chart-axis" aria-hidden="true">
          {labelled(days.length).map((place) => (
            <span key={place} style={{ '--at': `${((place + 0.5) / days.length) * 100}%` }}>
              {days[place] && formatDay(days[place].day)}
            </span>
          ))}
        </div>
      </div>
      <DayTable days={days} />
    </figure>
  )
}

interface BarsProps {
  readonly days: readonly DayOfUsage[]
  readonly measure: Measure
  readonly ticks: readonly number[]
  readonly label: string
  readonly onHover: (day: DayOfUsage | undefined) => void
}

function Bars({ days, measure, ticks, label, onHover }: BarsProps) {
  const top = ticks.at(-1) ?? 1
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
      {ticks.map((tick) => (
        <line key={tick} class="grid-line" x1={0} x2={WIDTH} y1={heightOf(tick, top)} y2={heightOf(tick, top)} />
      ))}
      {days.map((day, index) => {
        const value = day[measure]
        const height = value === 0 ? 0 : Math.max(BAR_MIN, (value / top) * HEIGHT)
        return (
          <g key={day.day} class="bar" onPointerEnter={() => onHover(day)}>
            <rect class="bar-room" x={index * slot} y={0} width={slot} height={HEIGHT} />
            <rect x={index * slot + slot * 0.16} y={HEIGHT - height} width={slot * 0.68} height={height} rx={1.5} />
          </g>
        )
      })}
    </svg>
  )
}

const columns: readonly Column<DayOfUsage>[] = [
  { name: chart.day, cell: ({ day }) => formatDay(day) },
  { name: chart.images, isNumber: true, cell: ({ images }) => formatNumber(images) },
  { name: chart.credits, isNumber: true, cell: ({ credits }) => formatNumber(credits) },
]

function DayTable({ days }: { days: readonly DayOfUsage[] }) {
  return (
    <details class="chart-table">
      <summary>{chart.asTable}</summary>
      <div class="table-box">
        <Table
          caption={chart.title}
          columns={columns}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
          cards={false}
          boxed={false}
        />
      </div>
    </details>
  )
}

const heightOf = (value: number, top: number): number => HEIGHT - (value / top) * HEIGHT

const sum = (days: readonly DayOfUsage[], measure: Measure): number =>
  days.reduce((total, day) => total + day[measure], 0)

function totalOf(total: number, measure: Measure, days: number): string {
  if (total === 0) return chart.none(days)
  return chart.total(formatNumber(total), measure === 'images' ? count.images(total) : count.credits(total), days)
}

const describe = ({ day, images, credits }: DayOfUsage): string =>
  `${formatDay(day)}: ${formatNumber(images)} ${count.images(images)}, ${formatNumber(credits)} ${count.credits(credits)}`
