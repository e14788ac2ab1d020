/** Who makes up the fleet: servers and machines of workers, and those that have gone missing. */
import { time } from '#texts/common'
import { operator } from '#texts/operator'
import type { FleetMember } from '../../api/types.js'
import { Notice } from '../../components/notice.js'
import { formatBytes } from '../../format/numbers.js'
import { formatSpan } from '../../format/times.js'

const texts = operator.fleet

interface MachinesProps {
  readonly members: readonly FleetMember[]
  /** Of this server: all should have the same. */
  readonly version: string
}

export function Machines({ members, version }: MachinesProps) {
  return (
    <section class="section" aria-labelledby="machines">
      <h2 id="machines">{texts.title}</h2>
      {members.length === 0 ? (
        <Notice kind="warning">{texts.none}</Notice>
      ) : (
        <div class="card flush">
          <table class="table cards-when-narrow">
            <caption class="visually-hidden">{texts.title}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.name}</th>
                <th scope="col">{texts.role}</th>
                <th scope="col">{texts.version}</th>
                <th scope="col" class="number">
                  {texts.memory}
                </th>
                <th scope="col">{texts.seen}</th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <Row
                  key={member.id}
                  member={member}
                  sameVersion={member.version === version}
                  namesake={members.some(({ id, host }) => id !== member.id && host === member.host)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface RowProps {
  readonly member: FleetMember
  readonly sameVersion: boolean
  /** Others run on the same host: only the process tells them apart. */
  readonly namesake: boolean
}

function Row({ member, sameVersion, namesake }: RowProps) {
  const { host, pid, here, missing, hindrance, memoryBytes, silentMs } = member
  return (
    <tr class={missing ? 'missing' : undefined}>
      <th scope="row">
        <span class="key-name">
          {host} {namesake && <span class="hint">{texts.process(pid)}</span>}
        </span>
        {here && <span class="tag">{texts.here}</span>}
        {missing && <span class="tag danger">{texts.missing}</span>}
        {hindrance && !missing && <span class="tag danger">{texts.hindrances[hindrance]}</span>}
      </th>
      <td data-label={texts.role}>{roleOf(member)}</td>
      <td data-label={texts.version}>
        <span>
          {member.version} {!sameVersion && <span class="tag danger">{texts.otherVersion}</span>}
        </span>
      </td>
      <td class="number nowrap" data-label={texts.memory}>
        {missing ? '–' : formatBytes(memoryBytes)}
      </td>
      <td class="nowrap" data-label={texts.seen}>
        {missing ? time.ago(formatSpan(silentMs)) : time.now}
      </td>
    </tr>
  )
}

function roleOf({ workers, missing }: FleetMember): string {
  if (!workers) return texts.server
  return missing ? texts.missingWorkers : texts.workers(operator.tiles.workersText(workers))
}
