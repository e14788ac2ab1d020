/**
 * Tests run in lanes, by what they need: `npm test` runs all, `npx vitest run --project unit` one of them. The first two
 * need the source and the kernels that `npm run build` makes; `services` needs servers of others, such as PostgreSQL. The
 * rest need the networks on disk, which are fetched where they are missing, and all that it makes.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const NETWORKS = 'test/support/models-ready.ts'
const SHARED_SERVER = 'test/acceptance/shared-server.ts'

/** The acceptance tests that are about any server, and not about starting, killing or moving one. */
const ANY_SERVER = [
  'remove',
  'cutout',
  'errors',
  'protocol',
  'account-page',
  'id-photo',
  'portrait-style',
  'remove-bg-client',
]

/** A lane whose tests take seconds each, on cores that it shares with the others. */
const heavy = (
  name: string,
  setup: readonly string[] = [],
  include = [`test/${name}/**/*.test.ts`],
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    globalSetup: [...setup],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { groupOrder: 1 },
  },
})

/** A fleet needs PostgreSQL and Redis, and minutes. */
const withFleet = process.env.CI === 'true' || process.env.SERVICES === 'required'
if (!withFleet) console.warn('Skipped: the acceptance tests against a fleet. SERVICES=required runs them, too.')
const fleet = heavy(
  'fleet',
  [NETWORKS, SHARED_SERVER],
  ANY_SERVER.map((file) => `test/acceptance/${file}.test.ts`),
)

export default defineConfig({
  test: {
    // Not all files keep a core busy: servers start, browsers wait.
    maxWorkers: '100%',
    reporters: ['default', 'test/support/summary.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,property,contract,http,chaos}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false, // else half of the time goes into loading the same modules again for every file
        },
      },
      heavy('services'),
      heavy('jobs'),
      heavy('networks', [NETWORKS]),
      heavy('acceptance', [NETWORKS, SHARED_SERVER]),
      ...(withFleet ? [fleet] : []),
      heavy('browser', [NETWORKS]),
    ],
  },
})
