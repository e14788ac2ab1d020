/** What this process is called by the people who run it. */
import { hostname } from 'node:os'
import { version } from './version.js'

export const thisProcess = { host: hostname(), pid: process.pid, version } as const
