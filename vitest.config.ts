/**
 * Tests run in lanes, by what they need: `npx vitest run --project unit` runs one of them. The first needs nothing but
 * the source; the others need the networks on disk, and what `npm run build` makes.
 */
import { defineConfig } from 'vitest/config'

const networksReady = 'test/support/models-ready.ts'
/** Real networks on two busy cores. */
const patient = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,property,contract,http}/**/*.test.ts'],
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'networks',
          include: ['test/networks/**/*.test.ts'],
          globalSetup: networksReady,
          ...patient,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: networksReady,
          ...patient,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'acceptance',
          include: ['test/acceptance/**/*.test.ts'],
          globalSetup: networksReady,
          ...patient,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
