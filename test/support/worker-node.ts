import { inject } from 'vitest'
import { type Member, member, TAKING_JOBS } from './fleet.js'

/** A machine of workers without networks, see fleet-worker.ts. */
export const workerNode = (name: string, env: Record<string, string>): Member =>
  member(name, process.execPath, [inject('fleetWorker')], env, TAKING_JOBS)
