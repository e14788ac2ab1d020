/**
 * npx tsx bench/faults.ts [--minutes N, 3 by default] [--only 'server killed,redis full']     after npm run build; on Linux
 * npx tsx bench/faults.ts --job 1000 [--on single|fleet] [--seed N] [--minutes N, 20 by default]
 *
 * Does a fleet with real networks lose anything, or charge anything twice, when its parts fail? It starts one of its own
 * (faults/fleet.ts) and, for each fault of faults/plan.ts, two accounts that ask all the time while the fault is injected
 * again and again. Then all parts are up, the leases run out, and one row says what clients got and whether ledger, rows,
 * objects and pictures agree with it. With --job it is one job of so many addresses instead, while everything is killed at
 * random, on one server with its data folder (`single`) or on the fleet (faults/job.ts).
 *
 * Needs redis-server and the programs of PostgreSQL; nothing leaves this machine.
 */
import { parseArgs } from 'node:util'
import { fetchNetworks } from '../eval/networks.js'
import { runJob } from './faults/job.js'
import { FAULTS } from './faults/plan.js'
import { measureFaults } from './faults/table.js'

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    only: { type: 'string' },
    job: { type: 'string' },
    on: { type: 'string', default: 'fleet' },
    seed: { type: 'string', default: '1' },
  },
})
const minutes = Number(options.minutes ?? (options.job ? 20 : 3))
if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes is more than 0 and at most 60')
const only = options.only?.split(',').map((name) => name.trim())
const unknown = only?.filter((name) => !FAULTS.some((fault) => fault === name)) ?? []
if (unknown.length > 0) throw new Error(`No such fault: ${unknown.join(', ')}. There are: ${FAULTS.join(', ')}`)
const images = Number(options.job ?? 1)
if (!(images >= 1 && images <= 1000)) throw new Error('--job is the number of images, 1 to 1000')
if (options.on !== 'single' && options.on !== 'fleet') throw new Error('--on is single or fleet')

await fetchNetworks()
const good = options.job
  ? await runJob({ kind: options.on, images, seed: Number(options.seed), longestMinutes: minutes })
  : await measureFaults(only ? FAULTS.filter((fault) => only.includes(fault)) : FAULTS, minutes)
process.exit(good ? 0 : 1)
