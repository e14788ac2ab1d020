/** The system's Chromium; its headless shell, which has no window to draw, is quicker. Without any the tests are skipped. */
import type { LaunchOptions } from 'playwright-core'
import { findProgram } from './find-program.js'

export const executable = findProgram(process.env.CHROMIUM, [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
])

export const LAUNCH: LaunchOptions = {
  ...(executable && { executablePath: executable }),
  args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
}
