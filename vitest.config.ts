/**
 * Tests run in lanes, by what they need: `npm test` runs all, `npx vitest run --project unit` one of them. The first
 * needs the source alone. The others need the networks on disk, which are fetched where they are missing, and what
 * `npm run build` makes.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** A lane with real networks, or a real server with them, on cores that it shares with another one. */
const heavy = (name: string, ...setup: string[]): TestProjectInlineConfiguration => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: ['test/support/models-ready.ts', ...setup],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { groupOrder: 1 },
  },
})

export default defineConfig({
  test: {
    // Not all files keep a core busy: servers start, browsers wait.
    maxWorkers: '100%',
    reporters: ['default', 'test/support/summary.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{unit,property,contract,http}/**/*.test.ts'],
          testTimeout: 60_000,
          isolate: false, // else half of the time goes into loading the same modules again for every file
        },
      },
      heavy('networks'),
      heavy('acceptance', 'test/acceptance/shared-server.ts'),
      heavy('browser'),
    ],
  },
})
