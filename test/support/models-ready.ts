/** Runs before a lane that needs networks: fetches those that are missing, with the product's own command. */
import { execFileSync } from 'node:child_process'
import { dataFolder, productEnvironment, projectFile } from './project.js'

export default function setup(): void {
  execFileSync(projectFile('bin/silhouette'), ['models', 'pull'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: productEnvironment({ DATA_DIR: dataFolder }),
  })
}
