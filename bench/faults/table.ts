/** One row per fault: what clients got while it was injected again and again, and whether everything agrees afterwards. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccount } from '../../test/support/open-account.js'
import { type Customer, keepAsking, newTally, type Tally } from './clients.js'
import { type Fleet, startFleet } from './fleet.js'
import { makePhotos, type Photo } from './photos.js'
import { diedByItself, type Fault, faultsOf } from './plan.js'
import { judge, type Verdict } from './verdict.js'

const CREDITS = 100_000
const AT_ONCE = 4
const HEAD = [
  ...['fault', 'times', 'requests', '2xx', 'unheard, no key', 'failed for good'],
  'repeated tries: refused / lost / 5xx / blamed',
  ...['ann: charged for told', 'bob: charged for told', 'pictures', 'put away in', 'wrong'],
]
const BETWEEN_FAULTS_MS = { least: 2000, most: 8000 }

/** False: something was not as it must be. */
export async function measureFaults(faults: readonly Fault[], minutes: number): Promise<boolean> {
  const photos = await makePhotos()
  const widths = photos.map(({ width }) => width)
  console.log(
    `${minutes} minutes per fault, ${AT_ONCE} requests at once, ${Math.min(...widths)} to ${Math.max(...widths)} px wide`,
  )
  console.log(row(HEAD))
  console.log(row(HEAD.map(() => '---')))
  let good = true
  for (const fault of faults) {
    const fleet = await startFleet() // a new one: what a fault leaves behind is told once
    const leave = (): void => void fleet.close().then(() => process.exit(1))
    process.once('SIGINT', leave).once('SIGTERM', leave)
    try {
      good = (await measure(fleet, fault, photos, minutes)) && good
    } finally {
      process.off('SIGINT', leave).off('SIGTERM', leave)
      await fleet.close()
    }
  }
  return good
}

function row(cells: readonly unknown[]): string {
  return `| ${cells.join(' | ')} |`
}

async function measure(fleet: Fleet, fault: Fault, photos: readonly Photo[], minutes: number): Promise<boolean> {
  const open = async (name: string, oneInWithout: number): Promise<Customer> => ({
    ...(await openAccount(fleet.settings, `${name}-${fault.replaceAll(' ', '-')}`, CREDITS)),
    oneInWithout,
    told: [],
  })
  const customers = [await open('ann', 0), await open('bob', 2)]
  const tally = newTally()
  const endsAt = Date.now() + minutes * 60_000
  const clients = Array.from({ length: AT_ONCE }, (_, i) =>
    keepAsking(fleet.addresses, customers[i % customers.length]!, photos, tally, { endsAt }),
  )
  const inject = faultsOf(fleet)[fault]
  let injected = 0
  const trouble: string[] = []
  while (Date.now() < endsAt) {
    await sleep(randomInt(BETWEEN_FAULTS_MS.least, BETWEEN_FAULTS_MS.most))
    await inject().catch((error: Error) => trouble.push(error.message))
    injected += 1
    for (const member of diedByItself(fleet)) {
      trouble.push(`${member.name} ended by itself: ${member.output.slice(-3).join(' ')}`)
      await member.start()
    }
  }
  await Promise.all(clients)
  for (const words of tally.odd) console.error(`${fault}: ${words} ${logOf(fleet, words)}`)
  return report(fault, injected, tally, await judge(fleet, customers), trouble)
}

function report(fault: Fault, injected: number, tally: Tally, verdict: Verdict, trouble: readonly string[]): boolean {
  const { requests, served, unheard, failed, repeated } = tally
  const { charged, told, pictures, putAwaySeconds } = verdict
  const wrong = [...trouble, ...new Set(failed), ...verdict.wrong]
  const books = charged.map((credits, i) => `${credits} for ${told[i]}`)
  const tries = [repeated.refused, repeated.lost, repeated.failed, repeated.blamed]
  console.log(
    row([
      ...[fault, injected, requests, served, unheard, failed.length, tries.join(' / ')],
      ...[...books, pictures, `${putAwaySeconds} s`, wrong.join('; ') || 'nothing'],
    ]),
  )
  return wrong.length === 0
}

/** What a server logged about a request that it answered with an internal error. */
function logOf({ servers }: Fleet, words: string): string {
  const [id] = /req_\w+/.exec(words) ?? []
  const lines = id ? servers.flatMap(({ output }) => output.filter((line) => line.includes(id))) : []
  return lines.join('\n  ').slice(0, 1500)
}
