import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/models-ready.ts',
    // Real networks on two cores: generous limits, and no more than one heavy file at a time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    fileParallelism: false,
    expect: { poll: { timeout: 20_000 } },
  },
})
