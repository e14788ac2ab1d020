/**
 * Tests run in lanes, by what they need and how long they take; CONTRIBUTING.md tells them apart. `npm test` runs all of
 * them, `npx vitest run --project unit` one. With LONG=1 more files run against a fleet: `npm run test:long`.
 */
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const NETWORKS = 'test/support/models-ready.ts'
const SHARED_SERVER = 'test/acceptance/shared-server.ts'
const setupFiles = ['test/support/setup.ts']

/** One more than cores: not all files keep one busy; servers start, leases end, browsers wait. A second one gains 3 %. */
const maxWorkers = availableParallelism() + 1

/** Acceptance tests that say something new on a fleet: limits and answers that servers share, sessions and results. */
const ON_A_FLEET = ['protocol', 'account-page']
/** The others that are about any server, and not about starting, killing or moving one. */
const ON_ANY_SERVER = ['remove', 'cutout', 'errors', 'id-photo', 'portrait-style', 'remove-bg-client']

/** Files share the modules of a process: else half of the time goes into loading the same ones again for every file. */
const light = (name: string, folders: string, groupOrder: number): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`test/${folders}/**/*.test.ts`],
    setupFiles,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
    maxWorkers,
    sequence: { groupOrder },
  },
})

/** A lane whose tests take seconds each, on cores that it shares with the others. */
const heavy = (
  name: string,
  setup: readonly string[] = [],
  include = [`test/${name}/**/*.test.ts`],
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    setupFiles,
    globalSetup: [...setup],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    isolate: false,
    maxWorkers,
    sequence: { groupOrder: 1 },
  },
})

/** A fleet needs PostgreSQL and Redis, and minutes. */
const withFleet = process.env.CI === 'true' || process.env.SERVICES === 'required'
if (!withFleet) console.warn('Skipped: the acceptance tests against a fleet. SERVICES=required runs them, too.')
const fleetFiles = process.env.LONG ? [...ON_A_FLEET, ...ON_ANY_SERVER] : ON_A_FLEET
const fleet = heavy(
  'fleet',
  [NETWORKS, SHARED_SERVER],
  fleetFiles.map((file) => `test/acceptance/${file}.test.ts`),
)

export default defineConfig({
  test: {
    experimental: { fsModuleCache: true },
    reporters: ['default', 'test/support/summary.ts'],
    projects: [
      light('unit', '{unit,http}', 0),
      light('slow', '{contract,property,pictures,kernels,converters,fuzz,chaos,processes,packaging}', 1),
      heavy('services', ['test/support/built-fleet-worker.ts']),
      heavy('jobs'),
      heavy('networks', [NETWORKS]),
      heavy('acceptance', [NETWORKS, SHARED_SERVER]),
      ...(withFleet ? [fleet] : []),
      heavy('browser', [NETWORKS, 'test/browser/shared-parts.ts']),
    ],
  },
})
