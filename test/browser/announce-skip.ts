/** Runs once before the browser tests: where they cannot run, one line says why. */
import { executable } from './chromium.js'

export default function setup(): void {
  if (executable) return
  console.warn('SKIPPED: browser tests. There is no Chromium; install Debian’s chromium, or set CHROMIUM to its path.')
}
