/** The command line as it was built: what an operator types, and what comes back. */
import { execFile } from 'node:child_process'
import { productEnvironment, projectFile } from './project.js'

export interface CliEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export const runCli = (settings: Record<string, string>, ...args: string[]): Promise<CliEnd> =>
  new Promise((resolve) => {
    execFile(projectFile('bin/silhouette'), args, { env: productEnvironment(settings) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
