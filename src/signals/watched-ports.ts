/** One decorator per port: the same port, every call of which is watched. */
import type { Passage } from '../base/passage.js'
import type { Database } from '../db/port.js'
import type { Engine, Slot } from '../engine/port.js'
import type { FilesOf, Job } from '../imaging/job.js'
import type { RedisLink } from '../redis/link.js'
import type { Storage } from '../storage/open.js'
import type { ObjectStore } from '../storage/port.js'
import type { Watch, WatchedCall } from './watch.js'

/** By repository: there are too many methods for a series each. */
export function watchedDatabase(db: Database, watch: Watch): Database {
  const repositories = new Map<string, object>()
  return new Proxy(db, {
    get: (target, name: string & keyof Database) => {
      const part = target[name]
      const call: WatchedCall = { port: 'database', operation: name }
      if (typeof part === 'object') {
        const known = repositories.get(name) ?? watchedMethods(part, () => call, watch)
        repositories.set(name, known)
        return known
      }
      if (name !== 'settle' && name !== 'ping') return part
      return (...args: unknown[]) => watch.around(call, () => Reflect.apply(part, target, args))
    },
  })
}

/** Results, photos that wait, pictures of styles, and what passes between machines. */
export const watchedStorage = (storage: Storage, watch: Watch): Storage => ({
  ...storage,
  results: watchedStore(storage.results, watch),
  uploads: watchedStore(storage.uploads, watch),
  ...(storage.styles && { styles: watchedStore(storage.styles, watch) }),
  ...(storage.passage && { passage: watchedPassage(storage.passage, watch) }),
})

const watchedStore = (store: ObjectStore, watch: Watch): ObjectStore =>
  watchedMethods(store, (operation) => ({ port: 'storage', operation }), watch)

const watchedPassage = (passage: Passage, watch: Watch): Passage =>
  watchedMethods(passage, (operation) => ({ port: 'passage', operation }), watch)

/** `use`: what the link is for. A command that Redis did not carry out has failed, although the link does not throw. */
export function watchedRedis(link: RedisLink, use: string, watch: Watch): RedisLink {
  const call: WatchedCall = { port: 'redis', operation: use }
  return {
    ...link,
    attempt: async (command) => {
      try {
        return await watch.around(call, async () => (await link.attempt(command)) ?? noReply())
      } catch {
        return undefined
      }
    },
  }
}

export function watchedEngine(engine: Engine, watch: Watch): Engine {
  const watched = (slot: Slot): Slot => ({
    ...slot,
    run: <J extends Job>(job: J, files: FilesOf<J>, ...more: [AbortSignal, Parameters<Slot['run']>[3]?]) =>
      watch.around({ port: 'engine', operation: job.kind }, () => slot.run(job, files, ...more)),
  })
  return { ...engine, admit: async (slotRequest) => watched(await engine.admit(slotRequest)) }
}

function noReply(): never {
  throw new Error('Redis did not answer')
}

/** For ports that have nothing but methods that return promises. */
function watchedMethods<T extends object>(port: T, callOf: (method: string) => WatchedCall, watch: Watch): T {
  return new Proxy(port, {
    get: (target, name: string & keyof T) => {
      const method: unknown = target[name]
      if (typeof method !== 'function') return method
      return (...args: unknown[]) => watch.around(callOf(name), () => Reflect.apply(method, target, args))
    },
  })
}
