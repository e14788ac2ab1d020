/** Runs once before all tests: fetches the networks if they are not there yet, with the product's own command. */
import { execFileSync } from 'node:child_process'
import { productEnvironment, projectFile } from './project.js'

export default function setup(): void {
  execFileSync(projectFile('bin/silhouette'), ['models', 'pull'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: productEnvironment({ DATA_DIR: projectFile('data') }),
  })
}
