/** The model store from the command line. */
import path from 'node:path'
import { SAMPLE_PHOTO } from '../catalog/sample-photo.js'
import type { Config } from '../config/config.js'
import { loadManifest } from '../models/manifest.js'
import { createProgressReporter } from '../models/progress.js'
import type { FileState, ModelStore } from '../models/store.js'
import { openPrivateFolder } from '../server/private-data.js'
import { answer, type Command, jsonOption, PROGRAM, print, printTable } from './command.js'

const advice: Record<FileState, string> = {
  verified: 'verified',
  missing: `missing; run: ${PROGRAM} models pull`,
  corrupt: `damaged; run: ${PROGRAM} models pull`,
}

const storeOf = async (config: Config): Promise<ModelStore> => (await import('../models/store.js')).modelStoreOf(config)

export const modelsCommands: readonly Command[] = [
  {
    name: 'models list',
    group: 'Data and networks',
    summary: 'List the networks: where they come from and under which licence',
    options: jsonOption,
    examples: ['models list', 'models list | grep MIT'],
    run: async (values) => {
      const entries = loadManifest().map(({ id, title, licence, files, source, authors }) => {
        return { id, title, licence, bytes: files.reduce((sum, file) => sum + file.bytes, 0), source, authors }
      })
      answer(values, entries, () =>
        printTable([
          ['ID', 'TITLE', 'LICENCE', 'MB', 'SOURCE', 'AUTHORS'],
          ...entries.map(({ id, title, licence, bytes, source, authors }) => {
            return [id, title, licence, (bytes / 1e6).toFixed(1), source, authors]
          }),
        ]),
      )
    },
  },
  {
    name: 'models pull',
    group: 'Data and networks',
    summary: 'Fetch, verify and prepare the networks that are missing',
    options: jsonOption,
    examples: ['models pull', 'models pull --json'],
    run: async (values, config) => {
      openPrivateFolder(config.networkHome)
      const store = await storeOf(config)
      await store.pull(createProgressReporter(process.stderr))
      answer(values, { folder: store.root }, () =>
        print(`All networks are ready in ${store.root}, with a sample photo: ${path.join(store.root, SAMPLE_PHOTO)}`),
      )
    },
  },
  {
    name: 'models verify',
    group: 'Data and networks',
    summary: 'Check every file of the networks against its sha256',
    options: jsonOption,
    examples: ['models verify', 'models verify && echo all is well'],
    run: async (values, config) => {
      const states = await (await storeOf(config)).verify()
      answer(values, states, () => printTable(states.map(({ path, state }) => [path, advice[state]])))
      if (states.some(({ state }) => state !== 'verified')) process.exitCode = 1
    },
  },
]
