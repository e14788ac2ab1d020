/** Places in the repository. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { networkHomeIn } from '../../src/config/user-folder.js'

export const projectFile = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Where `bin/silhouette models pull` puts the networks and the sample photo when it is run in the repository. */
export const dataFolder = networkHomeIn(process.env, path.resolve(projectFile('.'), process.env.DATA_DIR || 'data'))
export const repositoryModels = path.join(dataFolder, 'models')
export const samplePhoto = path.join(repositoryModels, 'sample.jpg')

/** Photos for measuring quality; they are not ours to hand on, so most machines have none. */
export const evaluationSet = projectFile('../shared/eval')

/** The environment for the product's processes. The test runner sets a BASE_URL of its own, which means something else. */
export function productEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { BASE_URL: _ofTheTestRunner, ...environment } = process.env
  return { ...environment, ...settings }
}
