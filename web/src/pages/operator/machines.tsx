/** The machines of the fleet: servers and worker machines, including missing ones. */
import { time } from '#texts/common'
import { operator } from '#texts/operator'
import type { FleetMember } from '../../api/types.js'
import { Notice } from '../../components/notice.js'
import { type Column, Table } from '../../components/table.js'
import { formatBytes } from '../../format/numbers.js'
import { formatSpan } from '../../format/times.js'

const texts = operator.fleet

interface MachinesProps {
  readonly members: readonly FleetMember[]
  /** Of this server; all should have the same. */
  readonly version: string
}

export function Machines({ members, version }: MachinesProps) {
  /** Where several run on one host, only the process id tells them apart. */
  const isAmong = ({ id, host }: FleetMember): boolean =>
    members.some((other) => other.id !== id && other.host === host)
  const columns: readonly Column<FleetMember>[] = [
    { name: texts.name, cell: (member) => <Name member={member} showProcess={isAmong(member)} /> },
    { name: texts.role, cell: roleOf },
    {
      name: texts.version,
      cell: (member) => (
        <span>
          {member.version} {member.version !== version && <span class="tag danger">{texts.otherVersion}</span>}
        </span>
      ),
    },
    {
      name: texts.memory,
      isNumber: true,
      class: 'nowrap',
      cell: ({ missing, memoryBytes }) => (missing ? '–' : formatBytes(memoryBytes)),
    },
    {
      name: texts.seen,
      class: 'nowrap',
      cell: ({ missing, silentMs }) => (missing ? time.ago(formatSpan(silentMs)) : time.now),
    },
  ]
  return (
    <section class="section" aria-labelledby="machines">
      <h2 id="machines">{texts.title}</h2>
      {members.length === 0 ? (
        <Notice kind="warning">{texts.none}</Notice>
      ) : (
        <Table
          caption={texts.title}
          columns={columns}
          rows={members}
          keyOf={({ id }) => id}
          attributesOf={({ missing }) => (missing ? { class: 'missing' } : {})}
        />
      )}
    </section>
  )
}

function Name({ member, showProcess }: { member: FleetMember; showProcess: boolean }) {
  const { host, pid, here, missing, hindrance } = member
  return (
    <>
      <span class="key-name">
        {host} {showProcess && <span class="hint">{texts.process(pid)}</span>}
      </span>
      {here && <span class="tag">{texts.here}</span>}
      {missing && <span class="tag danger">{texts.missing}</span>}
      {hindrance && !missing && <span class="tag danger">{texts.hindrances[hindrance]}</span>}
    </>
  )
}

function roleOf({ workers, missing }: FleetMember): string {
  if (!workers) return texts.server
  return missing ? texts.missingWorkers : texts.workers(operator.tiles.workersText(workers))
}
