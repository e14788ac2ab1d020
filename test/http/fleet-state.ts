/** A server of a fleet: its settings, and what its engine would say of the others. */
import type { EngineState, FleetMember } from '../../src/engine/port.js'
import type { Settings } from './app.js'

export const FLEET: Settings = {
  ENGINE: 'queue',
  REDIS_URL: 'redis://127.0.0.1:1',
  STORAGE_URL: 's3://key:secret@bucket?endpoint=http://127.0.0.1:1',
  DATABASE_URL: 'postgres://127.0.0.1:1/nowhere',
}

const alive = { version: '1.2.3', here: false, silentMs: 900, missing: false }
const server: FleetMember = { ...alive, id: 'a', host: 'api-1', pid: 1, workerMemoryBytes: [], memoryBytes: 7 }
const machine: FleetMember = {
  ...alive,
  id: 'b',
  host: 'worker-1',
  pid: 2,
  workers: { idle: 1, busy: 1, starting: 0 },
  workerMemoryBytes: [5, 6],
  memoryBytes: 20,
}

export const FLEET_STATE: EngineState = {
  ready: true,
  workers: { idle: 1, busy: 1, starting: 0 },
  waiting: 4,
  expectedWaitMs: 2500,
  workerMemoryBytes: [5, 6],
  members: [server, machine, { ...machine, id: 'c', host: 'worker-2', silentMs: 60_000, missing: true }],
}
