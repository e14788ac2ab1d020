/** Places in the repository. */
import { fileURLToPath } from 'node:url'

export const projectFile = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url))

/** Where the networks and the sample photo are after `bin/silhouette models pull`. */
export const repositoryModels = projectFile('data/models')
export const samplePhoto = projectFile('data/models/sample.jpg')

/** Photos for measuring quality; they are not ours to hand on, so most machines have none. */
export const evaluationSet = projectFile('../shared/eval')

/** The environment for the product's processes. The test runner sets a BASE_URL of its own, which means something else. */
export function productEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { BASE_URL: _ofTheTestRunner, ...environment } = process.env
  return { ...environment, ...settings }
}
