/** The networks to measure, and the sample photo that comes with them; fetched into DATA_DIR where they are missing. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { loadConfig } from '../src/config/load.js'
import { ModelError } from '../src/models/model-error.js'
import { createProgressReporter } from '../src/models/progress.js'
import { type ModelStore, modelStoreOf } from '../src/models/store.js'

/** If they cannot be fetched, ends the program with a sentence instead of a stack trace. */
export async function fetchNetworks(): Promise<ModelStore> {
  const store = modelStoreOf(loadConfig(process.env))
  try {
    await store.pull(createProgressReporter(process.stderr))
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    console.error(`${error.message}\nNothing was measured.`)
    process.exit(1)
  }
  return store
}

export async function readSamplePhoto(): Promise<Buffer> {
  return readFile(path.join((await fetchNetworks()).root, 'sample.jpg'))
}
