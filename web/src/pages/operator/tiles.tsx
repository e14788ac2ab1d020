/** Numbers at a glance. In a fleet, those of all servers are apart from those of this one. */
import type { ComponentChildren } from 'preact'
import { operator } from '#texts/operator'
import type { OperatorOverview } from '../../api/types.js'
import { formatBytes, formatNumber } from '../../format/numbers.js'
import { formatSpan } from '../../format/times.js'

const texts = operator.tiles

export function Tiles({ data }: { data: OperatorOverview | undefined }) {
  const tiles = tilesOf(data)
  // Without a shared database there is only one server.
  if (!data?.shared.database) return <Group tiles={tiles} />
  const isShared = ({ of }: Tile): boolean => of !== 'server' && data.shared[of]
  return (
    <>
      <Group title={texts.allServers} tiles={tiles.filter(isShared)} />
      <Group title={texts.thisServer(data.server.host)} tiles={tiles.filter((tile) => !isShared(tile))} />
    </>
  )
}

function Group({ title, tiles }: { title?: string; tiles: readonly Tile[] }) {
  return (
    <>
      {title && <h2 class="tiles-title">{title}</h2>}
      <dl class={`tiles of-${tiles.length}`}>
        {tiles.map(({ name, value, hint, alarm }) => (
          <div key={name} class={alarm ? 'tile alarm' : 'tile'}>
            <dt>{name}</dt>
            <dd>
              <span class="tile-value">{value ?? '–'}</span>
              <span class="hint">{hint ?? ' '}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface Tile {
  readonly name: string
  /** What the number is about; servers may share it. */
  readonly of: 'engine' | 'database' | 'server'
  readonly value: ComponentChildren
  readonly hint?: string | undefined
  readonly alarm?: boolean | undefined
}

/** The same tiles with and without numbers, so that nothing moves when they arrive. */
function tilesOf(data: OperatorOverview | undefined): readonly Tile[] {
  const workers = data && data.workers.idle + data.workers.busy + data.workers.starting
  return [
    { of: 'database', name: texts.images, value: data && formatNumber(data.images24h) },
    { of: 'database', name: texts.credits, value: data && formatNumber(data.credits24h) },
    {
      of: 'engine',
      name: texts.queue,
      value: data && formatNumber(data.queue.waiting),
      hint: data && texts.queueOf(data.queue.size),
      alarm: data && data.queue.waiting >= data.queue.size,
    },
    {
      of: 'engine',
      name: texts.workers,
      value: workers,
      hint: data && texts.workersText(data.workers),
      alarm: workers === 0,
    },
    memoryTile(data),
    {
      of: 'server',
      name: texts.errors,
      value: data && formatNumber(data.server.errorsSinceStart),
      hint: texts.errorsHint,
      alarm: data && data.server.errorsSinceStart > 0,
    },
    {
      of: 'database',
      name: texts.storage,
      value: data && formatNumber(data.storage.results),
      hint: data && formatBytes(data.storage.bytes),
    },
    {
      of: 'database',
      name: texts.oldest,
      value: data && (data.oldestResultAt === null ? texts.none : formatSpan(Date.now() - data.oldestResultAt)),
    },
    { of: 'database', name: texts.accounts, value: data && formatNumber(data.accounts) },
    { of: 'database', name: texts.keys, value: data && formatNumber(data.keys) },
    { of: 'server', name: texts.uptime, value: data && formatSpan(data.server.uptimeMs) },
    { of: 'server', name: texts.version, value: data?.server.version },
  ]
}

/** In a fleet, the list of machines has the memory of the workers; this is the server's own. */
function memoryTile(data: OperatorOverview | undefined): Tile {
  if (data?.shared.engine) {
    return { of: 'server', name: texts.serverMemory, value: formatBytes(data.server.memoryBytes) }
  }
  const memory = data?.workers.memoryBytes ?? []
  return {
    of: 'engine',
    name: texts.memory,
    value: data && formatBytes(memory.reduce((sum, bytes) => sum + bytes, 0)),
    hint: memory.map(formatBytes).join(', '),
  }
}
