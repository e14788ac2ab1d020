/** The name of this process, for the operator. */
import { hostname } from 'node:os'
import { version } from './version.js'

export const thisProcess = { host: hostname(), pid: process.pid, version } as const
