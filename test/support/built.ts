import { pathToFileURL } from 'node:url'
import { projectFile } from './project.js'

/**
 * A module of the product as it was built. Worker processes that it starts need no compiler, which would take two seconds
 * of a core each time.
 */
export const built = <Module>(name: string): Promise<Module> =>
  import(/* @vite-ignore */ pathToFileURL(projectFile(`dist/${name}.js`)).href)
