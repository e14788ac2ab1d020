/**
 * npx tsx bench/faults.ts [--minutes N, 3 by default] [--only 'server killed,redis full']     after npm run build; on Linux
 *
 * Does a fleet with real networks lose anything, or charge anything twice, when its parts fail? It starts one of its own
 * (faults/fleet.ts) and, for each fault of faults/plan.ts, two accounts that ask all the time while the fault is injected
 * again and again. Then all parts are up, the leases run out, and one row says what clients got and whether ledger, rows,
 * objects and pictures agree with it. Needs redis-server and the programs of PostgreSQL; nothing leaves this machine.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAccount } from '../test/support/open-account.js'
import { type Customer, keepAsking, newTally, type Tally } from './faults/clients.js'
import { type Fleet, startFleet } from './faults/fleet.js'
import { makePhotos } from './faults/photos.js'
import { diedByItself, FAULTS, type Fault, faultsOf } from './faults/plan.js'
import { judge, type Verdict } from './faults/verdict.js'

const CREDITS = 100_000
const AT_ONCE = 4
const HEAD = [
  ...['fault', 'times', 'requests', '2xx', 'unheard, no key', 'failed for good'],
  'repeated tries: refused / lost / 5xx / blamed',
  ...['ann: charged for told', 'bob: charged for told', 'pictures', 'put away in', 'wrong'],
]
const BETWEEN_FAULTS_MS = { least: 2000, most: 8000 }

const { values: options } = parseArgs({
  options: { minutes: { type: 'string', default: '3' }, only: { type: 'string' } },
})
const minutes = Number(options.minutes)
const wanted = options.only?.split(',').map((name) => name.trim()) ?? FAULTS
const unknown = wanted.filter((name) => !FAULTS.some((fault) => fault === name))
if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}. There are: ${FAULTS.join(', ')}`)
if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes is more than 0 and at most 60')

const photos = await makePhotos()
const fleet = await startFleet()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fleet.close().then(() => process.exit(1)))
try {
  console.log(
    `${minutes} minutes per fault, ${AT_ONCE} requests at once, ${photos[0]!.width} to ${photos.at(-1)!.width} px wide`,
  )
  console.log(row(HEAD))
  console.log(row(HEAD.map(() => '---')))
  for (const fault of FAULTS) if (wanted.includes(fault)) await measure(fleet, fault)
} finally {
  await fleet.close()
}

function row(cells: readonly unknown[]): string {
  return `| ${cells.join(' | ')} |`
}

async function measure(fleet: Fleet, fault: Fault): Promise<void> {
  const open = async (name: string, oneInWithout: number): Promise<Customer> => ({
    ...(await openAccount(fleet.settings, `${name}-${fault.replaceAll(' ', '-')}`, CREDITS)),
    oneInWithout,
    told: [],
  })
  const customers = [await open('ann', 0), await open('bob', 2)]
  const tally = newTally()
  const endsAt = Date.now() + minutes * 60_000
  const clients = Array.from({ length: AT_ONCE }, (_, i) =>
    keepAsking(fleet.addresses, customers[i % customers.length]!, photos, tally, endsAt),
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
  report(fault, injected, tally, await judge(fleet, customers), trouble)
}

function report(fault: Fault, injected: number, tally: Tally, verdict: Verdict, trouble: readonly string[]): void {
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
  for (const words of tally.odd) console.error(`${fault}: ${words}`)
  if (wrong.length > 0) process.exitCode = 1
}
